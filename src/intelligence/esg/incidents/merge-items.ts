import { NEUTRAL_BELOW } from "../esg-lists.ts";
import { differ, type ItemMatter, isOneMatter, matterOfItem } from "./item-matter.ts";
import { REACHES, type Reach, reachOf } from "./reach.ts";
import {
  denialIn,
  type IncidentSeverity,
  mostOfEach,
  readSeverity,
  type SeverityReason,
  severityOf,
  tellsOfEnd,
  tellsOfHarm,
  tellsOfImprovement,
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
  /** Whether it tells of an award. */
  awards: boolean;
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
/** RepRisk enters an incident again when it reappears after six weeks. */
const SILENCE_MS = 42 * DAY_MS;
const MOST_DENIALS = 5;

const PILLARS = ["environmental", "social", "governance"] as const;
const labelsOf = (item: IncidentItem) => PILLARS.flatMap((pillar) => item[pillar]);
const textOf = ({ title, snippet }: IncidentItem) => (snippet === title ? title : `${title}\n${snippet}`);

interface Told {
  item: IncidentItem;
  matter: ItemMatter;
  labels: ReadonlySet<string>;
  at: Date;
  /** False for a denial or an acquittal that is not negative: it belongs to a matter that others report. */
  isReport: boolean;
}

/**
 * Merges items of third parties into incidents, newest first. Takes negative items, and neutral items that report harm
 * in plain words. Denials and acquittals of any sentiment join the incident that they are about. Two items of a company
 * are about one matter if they share enough of what happened, where, to whom and how much (`isOneMatter`). An item that fits several matters joins them, unless they name different places or people.
 * @param items items about any companies, in any order, without the companies' own items
 */
export function mergeIncidents(items: readonly IncidentItem[]): EsgIncident[] {
  const byCompany = Map.groupBy(items.filter(mayBelong), ({ companyId }) => companyId);
  return [...byCompany.values()]
    .flatMap((ofOne) => incidentsOfCompany(ofOne))
    .sort(
      (a, b) => b.lastReportedAt.getTime() - a.lastReportedAt.getTime() || (b.itemIds[0] ?? 0) - (a.itemIds[0] ?? 0),
    );
}

const mayBelong = (item: IncidentItem) => labelsOf(item).length > 0 && (isReport(item) || tellsOfEnd(textOf(item)));

function isReport(item: IncidentItem): boolean {
  const text = textOf(item);
  if (item.sentimentScore >= NEUTRAL_BELOW || (item.awards && item.sentimentScore > -NEUTRAL_BELOW)) return false;
  return tellsOfHarm(text) || (item.sentimentScore <= -NEUTRAL_BELOW && !tellsOfImprovement(text));
}

function incidentsOfCompany(items: readonly IncidentItem[]): EsgIncident[] {
  const told = items
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.url < b.url ? -1 : 1))
    .map((item): Told => {
      const matter = matterOfItem(textOf(item), item.company);
      return { item, matter, labels: new Set(labelsOf(item)), at: item.at, isReport: isReport(item) };
    });
  const seen = new Set<string>();
  return mattersOf(told).map((group) => {
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

/** Returns the groups of items about one matter that a report is among, ordered by their earliest items. */
function mattersOf(told: readonly Told[]): Told[][] {
  const groups: Told[][] = [];
  for (const one of told) {
    const fitting = groups.filter((group) => group.some((other) => isOneMatter(one, other)));
    const into = fitting[0] ?? [];
    if (fitting.length === 0) groups.push(into);
    for (const group of fitting.slice(1)) {
      // A review of the year tells of two matters, and does not make them one.
      if (areApart(into, group)) continue;
      into.push(...group);
      groups.splice(groups.indexOf(group), 1);
    }
    into.push(one);
  }
  const order = new Map(told.map((one, i) => [one, i]));
  const placeOf = (one: Told | undefined) => (one === undefined ? 0 : (order.get(one) ?? 0));
  for (const group of groups) group.sort((a, b) => placeOf(a) - placeOf(b));
  return groups.filter((group) => group.some((one) => one.isReport)).sort((a, b) => placeOf(a[0]) - placeOf(b[0]));
}

/** Returns whether two groups name different places or people, or are of different kinds. */
function areApart(one: readonly Told[], other: readonly Told[]): boolean {
  const all = <T>(group: readonly Told[], of: (told: Told) => Iterable<T>) =>
    new Set(group.flatMap((told) => [...of(told)]));
  const kindsOf = (group: readonly Told[]) => all(group, ({ labels, matter }) => [...labels, ...matter.deeds]);
  const namesOf = (group: readonly Told[]) => all(group, ({ matter }) => matter.names);
  return differ(namesOf(one), namesOf(other)) || differ(kindsOf(one), kindsOf(other));
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
