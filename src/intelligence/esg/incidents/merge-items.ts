import { contentStems } from "#foundation/language/stem";
import { NEUTRAL_BELOW } from "../esg-lists.ts";
import { REACHES, type Reach, reachOf } from "./reach.ts";
import {
  denialIn,
  type IncidentSeverity,
  mostOfEach,
  readSeverity,
  type SeverityReason,
  severityOf,
  tellsOfHarm,
} from "./severity.ts";

/** The fields of a third party's ESG item that incidents need. */
export interface IncidentItem {
  id: number;
  companyId: number;
  /** The company's name. Its words do not distinguish incidents. */
  company: string;
  url: string;
  title: string;
  snippet: string;
  publisher: string;
  /** Time of publication or, where that is unknown, of retrieval. */
  at: Date;
  environmental: string[];
  social: string[];
  governance: string[];
  sentimentScore: number;
}

/** One matter for which third parties criticise a company, reported by one or more articles. */
export interface EsgIncident {
  companyId: number;
  /** Title of its earliest article. */
  title: string;
  environmental: string[];
  social: string[];
  governance: string[];
  firstReportedAt: Date;
  lastReportedAt: Date;
  publishers: number;
  severity: IncidentSeverity;
  severityReasons: SeverityReason[];
  reach: Reach;
  /** The publisher with that reach; the first where several have it. */
  reachBy: string;
  /** True if no earlier incident of the company has one of its labels. */
  isNew: boolean;
  /** The labels that no earlier incident of the company has. */
  newLabels: Pick<IncidentItem, "environmental" | "social" | "governance">;
  /** Number of times it was reported again after more than six weeks of silence. */
  reappearances: number;
  /** Sentences that deny it. */
  denials: string[];
  /** Earliest first. */
  itemIds: number[];
}

const DAY_MS = 86_400_000;
/** Articles further apart than this are about different matters, however similar their words are. */
const APART_MS = 183 * DAY_MS;
/** RepRisk enters an incident again when it reappears after six weeks. */
const SILENCE_MS = 42 * DAY_MS;
/**
 * Articles about one matter share at least this many words of their titles and snippets, and this share of the shorter
 * one's words.
 */
const SHARED = { words: 2, share: 0.4 };
const MOST_DENIALS = 5;

const PILLARS = ["environmental", "social", "governance"] as const;
const labelsOf = (item: IncidentItem) => PILLARS.flatMap((pillar) => item[pillar]);
const textOf = ({ title, snippet }: IncidentItem) => (snippet === title ? title : `${title}\n${snippet}`);

interface Told {
  item: IncidentItem;
  words: ReadonlySet<string>;
  labels: ReadonlySet<string>;
}

/**
 * Merges items of third parties into incidents, newest first. Takes negative items, and neutral items that report harm
 * in plain words. Two items of a company are about one matter if they share a label and words and are at most half a
 * year apart. A matter is a connected component, so the order of the items does not matter.
 * @param items items about any companies, without the companies' own items
 */
export function mergeIncidents(items: readonly IncidentItem[]): EsgIncident[] {
  const byCompany = Map.groupBy(items.filter(isIncident), ({ companyId }) => companyId);
  return [...byCompany.values()]
    .flatMap((ofOne) => incidentsOfCompany(ofOne))
    .sort(
      (a, b) => b.lastReportedAt.getTime() - a.lastReportedAt.getTime() || (b.itemIds[0] ?? 0) - (a.itemIds[0] ?? 0),
    );
}

function isIncident(item: IncidentItem): boolean {
  if (labelsOf(item).length === 0 || item.sentimentScore >= NEUTRAL_BELOW) return false;
  return item.sentimentScore <= -NEUTRAL_BELOW || tellsOfHarm(textOf(item));
}

function incidentsOfCompany(items: readonly IncidentItem[]): EsgIncident[] {
  const told = items
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id)
    .map((item): Told => {
      const name = new Set(contentStems(item.company));
      const words = new Set(contentStems(textOf(item)).filter((word) => !name.has(word)));
      return { item, words, labels: new Set(labelsOf(item)) };
    });
  const seen = new Set<string>();
  return components(told).map((group) => {
    const incident = incidentOf(group.map(({ item }) => item));
    const labels = group.flatMap((one) => [...one.labels]);
    const isNew = !labels.some((label) => seen.has(label));
    const unseen = (of: readonly string[]) => of.filter((label) => !seen.has(label));
    const newLabels = {
      environmental: unseen(incident.environmental),
      social: unseen(incident.social),
      governance: unseen(incident.governance),
    };
    for (const label of labels) seen.add(label);
    return { ...incident, isNew, newLabels };
  });
}

/** Returns the groups of items about one matter, ordered by their earliest items. */
function components(told: readonly Told[]): Told[][] {
  const groupOf = new Map<Told, Told[]>();
  for (const [place, one] of told.entries()) {
    let group: Told[] = [one];
    for (const other of told.slice(0, place)) {
      const known = groupOf.get(other);
      if (known === undefined || known === group || !isOneMatter(one, other)) continue;
      const [into, from] = known.length >= group.length ? [known, group] : [group, known];
      into.push(...from);
      for (const member of from) groupOf.set(member, into);
      group = into;
    }
    groupOf.set(one, group);
  }
  const groups = [...new Set(groupOf.values())];
  const order = new Map(told.map((one, i) => [one, i]));
  const placeOf = (one: Told | undefined) => (one === undefined ? 0 : (order.get(one) ?? 0));
  for (const group of groups) group.sort((a, b) => placeOf(a) - placeOf(b));
  return groups.sort((a, b) => placeOf(a[0]) - placeOf(b[0]));
}

function isOneMatter(a: Told, b: Told): boolean {
  if (Math.abs(a.item.at.getTime() - b.item.at.getTime()) > APART_MS || sharedBy(a.labels, b.labels) === 0)
    return false;
  const shared = sharedBy(a.words, b.words);
  return shared >= SHARED.words && shared >= SHARED.share * Math.min(a.words.size, b.words.size);
}

function sharedBy(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return both;
}

function incidentOf(items: readonly IncidentItem[]): Omit<EsgIncident, "isNew" | "newLabels"> {
  const [first, ...later] = items;
  if (first === undefined) throw new RangeError("an incident has at least one item");
  const last = later.at(-1) ?? first;
  const reasons = mostOfEach(items.flatMap((item) => readSeverity(textOf(item), item.url)));
  const reaches = items.map((item) => ({ reach: reachOf(item), by: item.publisher }));
  const widest = reaches.toSorted((a, b) => REACHES.indexOf(b.reach) - REACHES.indexOf(a.reach))[0];
  const ofPillar = (pillar: (typeof PILLARS)[number]) => [...new Set(items.flatMap((item) => item[pillar]))];
  return {
    companyId: first.companyId,
    title: first.title,
    environmental: ofPillar("environmental"),
    social: ofPillar("social"),
    governance: ofPillar("governance"),
    firstReportedAt: first.at,
    lastReportedAt: last.at,
    publishers: new Set(items.map(({ publisher }) => publisher.toLowerCase())).size,
    severity: severityOf(reasons),
    severityReasons: reasons,
    reach: widest?.reach ?? "limited",
    reachBy: widest?.by ?? "",
    reappearances: later.filter((item, i) => item.at.getTime() - (items[i]?.at.getTime() ?? 0) > SILENCE_MS).length,
    denials: [...new Set(items.map((item) => denialIn(textOf(item))).filter((denial) => denial !== ""))].slice(
      0,
      MOST_DENIALS,
    ),
    itemIds: items.map(({ id }) => id),
  };
}
