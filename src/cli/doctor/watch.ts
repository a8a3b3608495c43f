import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#foundation/config/config";
import { type VitalSign, vitalSigns } from "./vital-signs.ts";

export interface WatchOptions {
  everySeconds: number;
  /** Whether to end with the first look that finds something bad. */
  untilBad: boolean;
  /** Whether to write a line of JSON for each look; otherwise a line for each change. */
  json: boolean;
  signal: AbortSignal;
  write(line: string): void;
}

interface Change {
  name: string;
  /** Null where it is new. */
  before: string | null;
  /** Null where it is gone. */
  after: string | null;
}

/**
 * Looks repeatedly and writes what has changed, until the signal aborts.
 * @returns whether the last look found nothing bad
 */
export async function watch(config: Config, { everySeconds, untilBad, json, signal, write }: WatchOptions) {
  let known = new Map<string, VitalSign>();
  for (let isFirst = true; ; isFirst = false) {
    const signs = await vitalSigns(config);
    const at = new Date().toISOString();
    const bad = signs.flatMap((sign) => (sign.bad === undefined ? [] : [{ name: sign.name, because: sign.bad }]));
    const changes = changesOf(known, signs, isFirst);
    if (json) write(JSON.stringify({ at, ok: bad.length === 0, bad, changes }));
    else for (const line of lines(at, changes, bad, known)) write(line);
    known = new Map(signs.map((sign) => [sign.name, sign]));
    const isOver = signal.aborted || (untilBad && bad.length > 0);
    if (!isOver) await sleep(everySeconds * 1_000, undefined, { signal }).catch(() => {});
    if (isOver || signal.aborted) return bad.length === 0;
  }
}

function changesOf(known: ReadonlyMap<string, VitalSign>, signs: readonly VitalSign[], isFirst: boolean): Change[] {
  const names = new Set(signs.map(({ name }) => name));
  return [
    ...signs
      .filter(({ name, now, isDetail }) => known.get(name)?.now !== now && !(isFirst && isDetail))
      .map(({ name, now }) => ({ name, before: known.get(name)?.now ?? null, after: now })),
    ...[...known.values()]
      .filter(({ name, isDetail }) => !names.has(name) && !isDetail)
      .map(({ name, now }) => ({ name, before: now, after: null })),
  ];
}

/** Describes what changed, and what became bad or good again. */
function lines(
  at: string,
  changes: readonly Change[],
  bad: readonly { name: string; because: string }[],
  known: ReadonlyMap<string, VitalSign>,
): string[] {
  const time = at.slice(11, 19);
  const isBad = new Set(bad.map(({ name }) => name));
  return [
    ...changes.map(({ name, before, after }) =>
      before === null ? `${time}  ${name}: ${after}` : `${time}  ${name}: ${before} -> ${after ?? "not known"}`,
    ),
    ...bad
      .filter(({ name }) => known.get(name)?.bad === undefined)
      .map(({ name, because }) => `${time}  BAD   ${name}: ${because}`),
    ...[...known.values()]
      .filter((sign) => sign.bad !== undefined && !isBad.has(sign.name))
      .map(({ name }) => `${time}  good  ${name}`),
  ];
}
