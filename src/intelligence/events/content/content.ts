import type { AffectedDatapoint, AlertTypeMatch, EventRecord, ImpactedEntity } from "../read-events.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";

/** An article, as input for its event's content. */
export interface ContentObservation {
  id: number;
  url: string;
  title: string;
  /** May be empty. HTML is taken out. */
  text: string;
  publisher: string;
  publishedAt: Date;
  /** Companies of the directory that were linked with this article, with the words that name them. */
  companies?: readonly LinkedCompany[];
}

/** A company of the directory in an article. */
export interface LinkedCompany {
  name: string;
  /** Words of the article. */
  quote: string;
  /** A year's revenue, or about what it is worth, in US dollars; null or absent: not known. */
  sizeUsd?: number | null;
}

/** Further inputs of composing. */
export interface ContentDeps {
  taxonomy: Taxonomy;
}

/** An event without its id and the times of its record. */
export interface EventContent {
  title: string;
  summary: string;
  /** The text behind the event's vector. */
  anchorText: string;
  searchKeywords: EventRecord["searchKeywords"];
  relevantEntities: EventRecord["relevantEntities"];
  affectedDatapoints: AffectedDatapoint[];
  alertTypes: AlertTypeMatch[];
  impactedEntities: ImpactedEntity[];
  /** Which way it goes for companies of the directory, by their names, −1 to 1. */
  companyEffects: ReadonlyMap<string, number>;
  /** All observations. */
  articleCount: number;
  /** Number of independent publishers: copies of one text and articles of one publisher count once. */
  independentSources: number;
}
