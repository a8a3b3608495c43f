import { joinsTeamAuditEntry } from "#accounts/audit/audit-trail";
import type { ExtraRelations } from "#foundation/db/select-tree/model";
import { joinsMarketEvent, joinsStoryLine } from "#intelligence/events/event-lists";
import { joinsMarketNews, joinsRetelling } from "#intelligence/news/news-lists";
import { joinsReview } from "#markets/reviews/stored-reviews";

/**
 * Lists between models that Prisma's schema has no relation for, each with the condition that ties target rows to a
 * model's row.
 */
export const RELATIONS = {
  Market: {
    news: { target: "NewsItem", on: joinsMarketNews },
    events: { target: "Event", on: joinsMarketEvent },
  },
  MarketCompany: { reviews: { target: "MarketReview", on: joinsReview } },
  Event: { storyLine: { target: "Event", on: joinsStoryLine } },
  Team: { auditEntries: { target: "AuditEntry", on: joinsTeamAuditEntry } },
  NewsItem: { retellings: { target: "NewsItem", on: joinsRetelling } },
} as const satisfies ExtraRelations;
