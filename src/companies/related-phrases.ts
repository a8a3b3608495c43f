import type { Queries } from "#foundation/db/database";
import { contentStems, oneSpelling, stem } from "#foundation/language/stem";
import { isStopWord } from "#foundation/language/stop-words";
import { tagWords } from "#foundation/language/wink";

/** Companies whose words are read. */
const COMPANIES = 30;
/** Phrases whose frequency in the whole directory is counted. */
const COUNTED = 60;
/** Least number of their records with a phrase: one company's word is its own. */
const MIN_COMPANIES = 2;
const MAX_WORDS = 3;
/** Share of all companies with a phrase that are matches, from which it is typical of them though it has no word of theirs. */
const TYPICAL = 0.4;
/** Stems that name no trade. */
const ANYTHING = new Set(["softwar", "product", "servic", "system", "solut", "network", "equip", "industri", "busi"]);
/** How much more a phrase with a word of the terms is worth. */
const NAMED = 2;

interface Match {
  keywords: string[];
  description: string;
}

/** A noun phrase's words, lower case, as it stands in the text. */
function nounPhrases(text: string): string[] {
  const phrases: string[] = [];
  let run: { lower: string; pos: string }[] = [];
  const flush = () => {
    // An adjective at the end belongs to the words after the cut.
    while (run.at(-1)?.pos === "ADJ") run.pop();
    const words = run.map(({ lower }) => lower).slice(-MAX_WORDS);
    if (words.length > 1) phrases.push(words.join(" "));
    run = [];
  };
  for (const word of tagWords(text)) {
    if ((word.pos === "NOUN" || word.pos === "ADJ") && !isStopWord(word.lower)) run.push(word);
    else flush();
  }
  flush();
  return phrases;
}

const stemmed = (phrase: string) => phrase.split(" ").map(stem).join(" ");

/**
 * Phrases that are typical of companies matching these terms, best first. They are labels and noun phrases of the best
 * matches, ordered by how many matches use one against how many companies in all. Two statements.
 */
export async function relatedPhrases(db: Queries, terms: string[]): Promise<string[]> {
  if (terms.length === 0) return [];
  const matches = await db.query<Match>(
    `SELECT c.keywords, c.description FROM companies c,
       (SELECT string_agg('(' || websearch_to_tsquery('english', t)::text || ')', ' | ')::tsquery AS query
        FROM unnest($1::text[]) AS t WHERE websearch_to_tsquery('english', t)::text <> '') AS q
     WHERE c.search @@ q.query ORDER BY ts_rank_cd(c.search, q.query, 1) DESC, c.id LIMIT ${COMPANIES}`,
    // PostgreSQL stems "orthopaedic" and "orthopedic" to two words.
    [[...new Set(terms.flatMap((term) => [term, term.toLowerCase().split(/\s+/).map(oneSpelling).join(" ")]))]],
  );
  const asked = new Set(terms.map((term) => stemmed(term.toLowerCase())));
  const used = new Map<string, { text: string; companies: number }>();
  for (const { keywords, description } of matches) {
    const ofCompany = new Map<string, string>();
    for (const phrase of [...keywords.map((keyword) => keyword.toLowerCase()), ...nounPhrases(description)])
      ofCompany.set(stemmed(phrase), phrase);
    for (const [key, text] of ofCompany) used.set(key, { text, companies: (used.get(key)?.companies ?? 0) + 1 });
  }
  const shared = [...used]
    .filter(([key, { companies }]) => companies >= MIN_COMPANIES && !asked.has(key))
    .sort((a, b) => b[1].companies - a[1].companies || a[0].localeCompare(b[0]))
    .slice(0, COUNTED)
    .map(([, phrase]) => phrase);
  const totals = await db.query<{ total: number }>(
    `SELECT (SELECT count(*)::int FROM companies c WHERE c.search @@ phraseto_tsquery('english', p.phrase)) AS total
     FROM unnest($1::text[]) WITH ORDINALITY AS p(phrase, position) ORDER BY p.position`,
    [shared.map(({ text }) => text)],
  );
  // Matches that use it, divided by the square root of all companies that do: rewards phrases that are typical and not
  // too common.
  const own = new Set(terms.flatMap(contentStems).filter((one) => !ANYTHING.has(one)));
  const worth = shared.flatMap(({ text, companies }, i) => {
    const total = Math.max(1, totals[i]?.total ?? 1);
    const isNamed = contentStems(text).some((one) => own.has(one));
    // What the same companies do besides ("plastic surgery" of dialysis clinics) is mostly done by others.
    if (!isNamed && companies / total < TYPICAL) return [];
    return { text, worth: ((isNamed ? NAMED : 1) * companies) / Math.sqrt(total) };
  });
  return worth.sort((a, b) => b.worth - a.worth || a.text.localeCompare(b.text)).map(({ text }) => text);
}
