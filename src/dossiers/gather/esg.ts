import type { Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { ESG_TEXTS, type EsgSelection, esgBalance, tellingEsgItems } from "#intelligence/esg/esg-of-companies";
import { joined, md, quote } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { askedForLabels } from "../report/word-forms.ts";
import { companiesOf, type Subject } from "./subject.ts";
import { ofCompanies, themeMatches } from "./theme-words.ts";
import { NEUTRAL_BELOW, signed, TROUBLE } from "./wording.ts";

/** Number of items listed for each sentiment. */
const SHOWN = 5;
/** Number of items whose sentences may answer the question. */
const READ = 200;

const PILLARS = ["environmental", "social", "governance"] as const;

/** Gathers the stored ESG items about the subject: their balance by pillar, and the strongest items. */
export async function gatherEsg(db: Queries, subject: Subject, to: SectionWriter): Promise<string> {
  const isTheme = subject.agentType === "theme";
  const { ids: of, note } = isTheme
    ? await themeMatches(db, ESG_TEXTS, subject.question)
    : ofCompanies(await companiesOf(db, subject));
  const selection: EsgSelection = isTheme ? { items: of } : { companies: of };
  const balance = new Map((await esgBalance(db, selection)).map((row) => [row.pillar, row]));
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
  const items = await tellingEsgItems(db, selection, READ);
  const shown = new Set([
    ...items.filter(({ sentiment }) => sentiment <= -NEUTRAL_BELOW).slice(0, SHOWN),
    ...items.filter(({ sentiment }) => sentiment >= NEUTRAL_BELOW).slice(0, SHOWN),
    // Most items of companies' own texts are neutral.
    ...items.filter(({ sentiment }) => Math.abs(sentiment) < NEUTRAL_BELOW).slice(0, SHOWN),
  ]);
  for (const item of items) {
    const publishedAt = item.publishedAt?.toISOString().slice(0, 10) ?? null;
    const source =
      item.url === ""
        ? to.record(
            `esg-record:${item.companyId}`,
            `Record of ${item.company} in the directory of companies, from ${item.publisher}`,
            item.retrievedAt,
          )
        : to.page({ ...item, publishedAt });
    const told = md`${publishedAt === null ? "" : md`${publishedAt}, `}${item.company}: ${quote(item.title === item.company ? item.snippet : item.title)} (${joined([...item.labels, `sentiment ${signed(item.sentiment)}`])}).`;
    if (shown.has(item)) to.say(told, source);
    to.passages(item.snippet, source);
    const trouble = item.sentiment <= -NEUTRAL_BELOW ? TROUBLE : "";
    to.note(told, `ESG ${askedForLabels(item.labels)} ${trouble}`, source);
  }
  return counted(all.items, "item");
}
