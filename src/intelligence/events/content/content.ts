import type { AffectedDatapoint, AlertTypeMatch, EventRecord, ImpactedEntity } from "../read-events.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";

/** An article, as input for its event's content. */
export interface ContentObservation {
  id: number;
  url: string;
  title: string;
  /** May be empty. HTML is removed. */
  text: string;
  publisher: string;
  publishedAt: Date;
  /** Companies of the directory that were linked to this article, with the words that name them. */
  companies?: readonly LinkedCompany[];
}

/** A company of the directory in an article. */
export interface LinkedCompany {
  name: string;
  /** The words of the article that name it. */
  quote: string;
  /** A year's revenue, or the approximate value of the company, in US dollars; null or absent if unknown. */
  sizeUsd?: number | null;
}

/** Further inputs of composing. */
export interface ContentDeps {
  taxonomy: Taxonomy;
}

/** An event, without its id and the times of its record. */
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
  /** The effect on companies of the directory, −1 to 1, by their names. */
  companyEffects: ReadonlyMap<string, number>;
  /** Number of all observations. */
  articleCount: number;
  /** Number of independent publishers: copies of one text and articles of one publisher count once. */
  independentSources: number;
}
