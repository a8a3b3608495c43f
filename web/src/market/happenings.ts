import type { TimeLineQuery } from "../generated/graphql.ts";
import { many } from "../parts/words.ts";

type Market = NonNullable<TimeLineQuery["market"]>;

export const KINDS = { event: "Event", news: "News", esg: "ESG" } as const;
export type Kind = keyof typeof KINDS;

/** What the lists say of one article or event. */
export interface Happening {
  id: string;
  /** The lists that have it. */
  kinds: Kind[];
  /** Null where the text has no date. */
  at: string | null;
  title: string;
  text: string;
  url: string | null;
  /** −1 to 1; null where unknown. */
  sentiment: number | null;
  facts: string[];
  /** Number of the event, where more events tell of its matter. */
  storyOf: number | null;
}

/** Adds what another list says of the same text. */
function add(to: Happening, kind: Kind, sentiment: number | null, facts: readonly string[]): void {
  if (!to.kinds.includes(kind)) to.kinds.push(kind);
  to.sentiment ??= sentiment;
  to.facts.push(...facts.filter((fact) => !to.facts.includes(fact)));
}

/**
 * Returns news, ESG items and events as one list, the newest first, and those without a date last. A text that several
 * of them have is one entry.
 */
export function happeningsOf({ news, esgItems, events }: Market): Happening[] {
  const all: Happening[] = [];
  const byText = new Map<string, Happening>();
  for (const { node } of events?.edges ?? []) {
    const happening: Happening = {
      id: node.id,
      kinds: ["event"],
      at: node.publishedAt,
      title: node.title,
      text: node.summary,
      url: node.references[0]?.url ?? null,
      sentiment: null,
      facts: [
        ...node.companies.edges.map((edge) => edge.node.name),
        ...node.alertTypes.map(({ name }) => name),
        `${many(node.articleCount, "article", "articles")} of ${many(node.independentSources, "independent source", "independent sources")}`,
      ],
      storyOf: node.storyLine.totalCount > 1 ? node.eventId : null,
    };
    all.push(happening);
    for (const { url } of node.references) byText.set(url, happening);
  }
  const put = (happening: Omit<Happening, "kinds" | "storyOf">, textId: string, kind: Kind) => {
    const known = byText.get(textId);
    if (known !== undefined) return add(known, kind, happening.sentiment, happening.facts);
    const fresh: Happening = { ...happening, kinds: [kind], storyOf: null };
    all.push(fresh);
    byText.set(textId, fresh);
  };
  for (const { node } of news?.edges ?? []) {
    const { id, title, url, publishedAt: at, summary: text, sentiment, publisher, copies } = node;
    const facts = [publisher, ...(copies.totalCount > 0 ? [many(copies.totalCount, "copy", "copies")] : [])];
    put({ id, title, url, at, text, sentiment, facts }, url, "news");
  }
  for (const { node } of esgItems.edges) {
    const { id, title, url, snippet: text, sentimentScore: sentiment, company, source, publisher, labels } = node;
    const at = node.publishedAt ?? null;
    const facts = [
      company.name,
      source === "INTERNAL" ? "said by the company itself" : publisher,
      ...labels.map(({ label }) => label),
    ];
    // A record of the directory has no page, and each is a text of its own.
    put({ id, title, url: url || null, at, text, sentiment, facts }, url || id, "esg");
  }
  return all.sort((one, other) => (other.at ?? "").localeCompare(one.at ?? ""));
}
