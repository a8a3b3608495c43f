import type { NameKind } from "./company-names.ts";
import { type Frame, frameOf } from "./frames.ts";
import { isAmongOthers, type NameList, nameLists } from "./name-lists.ts";
import type { KnownCompany, PageContext } from "./page-context.ts";
import type { NameSpan, Passage } from "./passages.ts";
import { areRivals, areSameCompany, byBestKnown } from "./same-company.ts";
import { AHEAD_BY, LINK_AT, type Listed, type Weighed, weigh } from "./weigh.ts";

/** A name by which texts may call a company of the directory. */
export interface NameRow {
  key: string;
  companyId: number;
  written: string;
  kind: NameKind;
}

interface Known {
  byKey: ReadonlyMap<string, readonly NameRow[]>;
  byId: ReadonlyMap<number, KnownCompany>;
  context: PageContext;
}

export interface ChosenCompany {
  span: NameSpan;
  company: KnownCompany;
  /** 0–1. */
  confidence: number;
}

/** A span's state while its list is judged. */
interface Place {
  span: NameSpan;
  frame: Frame;
  list: NameList | null;
  chosen: ChosenCompany | null;
}

/**
 * Returns the companies that names in a text mean. Judges each place alone first, then with its list: a name next to a
 * company is more likely a company.
 */
export function chooseCompanies(spans: readonly NameSpan[], known: Known): ChosenCompany[] {
  const places = new Map<NameSpan, Place>();
  for (const [passage, own] of byPassage(spans)) {
    const lists = nameLists(passage, own);
    for (const span of own) {
      const list = lists.find(({ members }) => members.includes(span)) ?? null;
      const frame = frameOf(span, list);
      places.set(span, { span, frame, list, chosen: choose(span, frame, known, null) });
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    const read = [...places.values()].map((place) => {
      const listed = place.list === null ? null : listedAmong(place, place.list, places);
      return listed === null ? place : { ...place, chosen: choose(place.span, place.frame, known, listed) };
    });
    if (read.every((place) => places.get(place.span) === place)) break;
    for (const place of read) places.set(place.span, place);
  }
  return spans.flatMap((span) => {
    const chosen = places.get(span)?.chosen ?? null;
    return chosen !== null && chosen.confidence >= LINK_AT ? [chosen] : [];
  });
}

/** In the second round a name gains from a neighbour linked in the first. */
const ROUNDS = 2;

function byPassage(spans: readonly NameSpan[]): Map<Passage, NameSpan[]> {
  const found = new Map<Passage, NameSpan[]>();
  for (const span of spans) {
    const own = found.get(span.passage);
    if (own === undefined) found.set(span.passage, [span]);
    else own.push(span);
  }
  return found;
}

function listedAmong({ span, chosen }: Place, list: NameList, places: ReadonlyMap<NameSpan, Place>): Listed {
  const others = list.members.flatMap((member) => {
    const other = member.key === span.key ? null : (places.get(member)?.chosen ?? null);
    return other === null ? [] : [other];
  });
  const isRival = (other: ChosenCompany) => chosen !== null && areRivals(chosen.company, other.company);
  const linked = others.filter(({ confidence }) => confidence >= LINK_AT);
  if (linked.some(isRival)) return "linkedRival";
  if (others.some(isRival)) return "rival";
  if (linked.length > 0) return "linked";
  return isAmongOthers(span, list) ? "others" : null;
}

/**
 * Returns the most likely company for a name, however unlikely; null where several are equally likely or none is
 * possible.
 */
function choose(span: NameSpan, frame: Frame, known: Known, listed: Listed): ChosenCompany | null {
  const readings = (known.byKey.get(span.key) ?? []).flatMap((name) => {
    const company = known.byId.get(name.companyId);
    const weighed = company === undefined ? null : weigh(span, frame, name, company, known.context, listed);
    return company === undefined || weighed === null ? [] : [{ key: span.key, company, kind: name.kind, ...weighed }];
  });
  const [best, ...others] = readings.sort((a, b) => b.preference - a.preference || a.company.id - b.company.id);
  if (best === undefined) return null;
  // An alias is known to belong to one company of its country, whichever record has it.
  const isAlias = (one: typeof best, other: typeof best) =>
    (one.kind === "alias" || other.kind === "alias") && one.company.country === other.company.country;
  const twins = others.filter((other) => areSameCompany(best.company, other.company) || isAlias(best, other));
  const rival = others.find((reading) => !twins.includes(reading));
  if (rival !== undefined && best.preference < rival.preference + AHEAD_BY) return null;
  const { company } = bestKnown([best, ...twins]);
  return { span, company, confidence: Math.max(...[best, ...twins].map(({ confidence }) => confidence)) };
}

/** Hard evidence for one record, such as its domain in the text, outweighs how well known it is. */
const HARD_EVIDENCE = 0.5;

function bestKnown<T extends Weighed & { company: KnownCompany; key: string }>(records: readonly [T, ...T[]]): T {
  const [best] = records;
  const equals = records.filter(({ preference }) => preference > best.preference - HARD_EVIDENCE);
  return equals.sort(byBestKnown)[0] ?? best;
}
