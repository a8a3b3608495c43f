import type { SpanFragment } from "../generated/graphql.ts";

type Evidence = NonNullable<SpanFragment["evidence"]>;

/** Longest text around a span, in characters on either side. */
const AROUND = 160;

/**
 * Shows a span of text marked in its sentence. `text` is the record's present field; where it has changed since, only
 * the span is shown.
 */
export function EvidenceText({
  evidence: { start, end, text: span },
  text,
}: {
  evidence: Evidence;
  text: string | null;
}) {
  if (text === null || text.slice(start, end) !== span)
    return (
      <q className="evidence">
        <mark>{span}</mark>
      </q>
    );
  const [from, to] = [sentenceStart(text, start), sentenceEnd(text, end)];
  return (
    <q className="evidence">
      {from > 0 && text[from - 1] !== " " && "… "}
      {text.slice(from, start)}
      <mark>{span}</mark>
      {text.slice(end, to)}
    </q>
  );
}

const ENDS = /[.!?](?=\s)|\n/g;

function sentenceStart(text: string, start: number): number {
  const before = text.slice(0, start);
  const last = [...before.matchAll(ENDS)].at(-1);
  const begin = last === undefined ? 0 : last.index + 1;
  const from = Math.max(begin, start - AROUND);
  return from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);
}

function sentenceEnd(text: string, end: number): number {
  const [next] = text.slice(end).matchAll(ENDS);
  return Math.min(next === undefined ? text.length : end + next.index + 1, end + AROUND);
}
