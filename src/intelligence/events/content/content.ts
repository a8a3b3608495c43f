import type { AffectedDatapoint, AlertTypeMatch, EventRecord, ImpactedEntity } from "../read-events.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";

/** An article as the content of its event is made from. */
export interface ContentObservation {
  id: number;
  url: string;
  title: string;
  /** May be empty. HTML is taken out. */
  text: string;
  publisher: string;
  publishedAt: Date;
  /** Companies of the directory that were linked with this article, with the words that name them. */
  companies?: readonly { name: string; quote: string }[];
}

/** What composing needs beside the observations. */
export interface ContentDeps {
  taxonomy: Taxonomy;
}

/** Everything that an event says but its id and the times of its record. */
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
  /** All observations. */
  articleCount: number;
  /** Publishers that wrote for themselves: copies of one text and articles of one publisher count once. */
  independentSources: number;
}
