import type { Database } from "#foundation/db/database";
import { joined, md, quote } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { companiesOf, type Subject } from "./subject.ts";
import { ofCompanies, themeMatches } from "./theme-words.ts";
import { counted, NEUTRAL_BELOW, signed } from "./wording.ts";

/** Items listed of each sign. */
const SHOWN = 5;
/** Items whose sentences may answer the question. */
const READ = 200;

const PILLARS = ["environmental", "social", "governance"] as const;

interface EsgRow {
  url: string;
  title: string;
  snippet: string;
  publisher: string;
  company: string;
  publishedAt: Date | null;
  retrievedAt: Date;
  sentiment: number;
  labels: string[];
}

interface Balance {
  pillar: string;
  items: number;
  positive: number;
  negative: number;
}

const OF_COMPANIES = "i.company_id = ANY($1::int[])";
const BY_ID = "i.id = ANY($1::int[])";

/** One row a pillar and one for all items, whatever their labels. */
const balanceOf = (condition: string) => `SELECT x.pillar, count(*)::int AS items,
    count(*) FILTER (WHERE i.sentiment_score >= ${NEUTRAL_BELOW})::int AS positive,
    count(*) FILTER (WHERE i.sentiment_score <= -${NEUTRAL_BELOW})::int AS negative
  FROM esg_items i CROSS JOIN LATERAL (VALUES ('all', true), ('environmental', cardinality(i.environmental) > 0),
    ('social', cardinality(i.social) > 0), ('governance', cardinality(i.governance) > 0)) AS x(pillar, is_of)
  WHERE x.is_of AND ${condition} GROUP BY x.pillar`;

const itemsOf = (condition: string) => `SELECT i.url, i.title, i.snippet, i.publisher, c.name AS company,
    i.published_at AS "publishedAt", i.retrieved_at AS "retrievedAt", i.sentiment_score AS sentiment,
    i.environmental || i.social || i.governance AS labels
  FROM esg_items i JOIN companies c ON c.id = i.company_id WHERE ${condition}
  ORDER BY abs(i.sentiment_score) DESC, i.published_at DESC NULLS LAST, i.id LIMIT ${READ}`;

/** The stored ESG items about the subject: their balance by pillar, and the strongest items. */
export async function gatherEsg(db: Pick<Database, "query">, subject: Subject, to: SectionWriter): Promise<string> {
  const isTheme = subject.agentType === "theme";
  const { ids: of, note } = isTheme
    ? await themeMatches(db, "esg_items", subject.question)
    : ofCompanies(await companiesOf(db, subject));
  const condition = isTheme ? BY_ID : OF_COMPANIES;
  const balance = new Map((await db.query<Balance>(balanceOf(condition), [of])).map((row) => [row.pillar, row]));
  const all = balance.get("all");
  const search = to.search(
    "search:esg",
    `the stored ESG items about ${subject.about} (${counted(all?.items ?? 0, "item")}${note})`,
  );
  if (all === undefined) {
    to.say(md`Nothing is stored about ${subject.about} among the ESG items.`, search);
    return "no items";
  }
  to.say(
    md`${counted(all.items, "ESG item is", "ESG items are")} stored about ${subject.about}: ${all.positive} positive, ${all.items - all.positive - all.negative} neutral, ${all.negative} negative.`,
    search,
  );
  to.table(
    ["Pillar", "Items", "Positive", "Neutral", "Negative"],
    PILLARS.map((pillar) => {
      const { items, positive, negative } = balance.get(pillar) ?? { items: 0, positive: 0, negative: 0 };
      return {
        cells: [pillar, items, positive, items - positive - negative, negative].map((cell) => md`${cell}`),
        cites: [search],
      };
    }),
  );
  const items = await db.query<EsgRow>(itemsOf(condition), [of]);
  const shown = new Set([
    ...items.filter(({ sentiment }) => sentiment <= -NEUTRAL_BELOW).slice(0, SHOWN),
    ...items.filter(({ sentiment }) => sentiment >= NEUTRAL_BELOW).slice(0, SHOWN),
  ]);
  for (const item of items) {
    const publishedAt = item.publishedAt?.toISOString().slice(0, 10) ?? null;
    const source = to.page({ ...item, publishedAt });
    if (shown.has(item))
      to.say(
        md`${publishedAt === null ? "" : md`${publishedAt}, `}${item.company}: ${quote(item.title)} (${joined([...item.labels, `sentiment ${signed(item.sentiment)}`])}).`,
        source,
      );
    to.passages(item.snippet, source);
  }
  return counted(all.items, "item");
}
