import type { Logger } from "pino";
import { z } from "zod";
import { registrableDomain } from "#companies/registrable-domain";
import { AppError } from "#foundation/errors/index";
import { resolveCountryName } from "#foundation/geography/countries";
import { isStorableText } from "#foundation/language/storable-text";
import type { LanguageModel } from "#providers/language-model/language-model";
import { readPrompt } from "#providers/language-model/prompt-file";
import type { Pay } from "#providers/provider-call";
import type { CriteriaGenerator } from "./criteria-generator.ts";
import { LIMITS } from "./criteria-schema.ts";
import { DEFAULT_COUNT, type GeneratedCriteria, type Location } from "./search-criteria.ts";

const READ_QUESTION = readPrompt(new URL("./prompts/read-question.md", import.meta.url));
const SUGGEST_KEYWORDS = readPrompt(new URL("./prompts/suggest-keywords.md", import.meta.url));
const MAX_SUGGESTIONS = 20;

const reading = z.object({
  marketName: z.string(),
  marketType: z.enum(["product", "service", ""]),
  marketRole: z.enum(["manufacturer", "distributor", "serviceProvider", "softwareProvider", ""]),
  features: z.array(z.string()),
  user: z.array(z.string()),
  synonyms: z.array(z.string()),
  irrelevant: z.array(z.string()),
  countries: z.array(z.string()),
  cities: z.array(z.object({ name: z.string(), country: z.string() })),
});

const suggestions = z.object({ keywords: z.array(z.string()) });

/** Returns the distinct phrases that are within the contract's bounds and storable. */
function phrases(list: readonly string[], most: number): string[] {
  const clean = list
    .map((phrase) => phrase.replace(/\s+/g, " ").trim())
    .filter((phrase) => phrase !== "" && phrase.length <= LIMITS.keywordCharacters && isStorableText(phrase));
  return [...new Map(clean.map((phrase) => [phrase.toLowerCase(), phrase])).values()].slice(0, most);
}

/**
 * Returns locations by the names of countries and cities from the model. A country with named cities means only these
 * cities. Unknown countries are left out.
 */
function locationsOf({ countries, cities }: z.output<typeof reading>): Location[] {
  const addresses = new Map<string, string[]>();
  for (const { name, country } of cities) {
    const code = resolveCountryName(country);
    const [city] = phrases([name], 1);
    if (code !== null && city !== undefined) addresses.set(code, [...(addresses.get(code) ?? []), city]);
  }
  const codes = countries.map(resolveCountryName).filter((code) => code !== null);
  return [...new Set([...codes, ...addresses.keys()])].slice(0, LIMITS.locations).map((country) => ({
    country,
    address: addresses.get(country)?.slice(0, 10) ?? null,
    coordinates: null,
  }));
}

/**
 * Reads questions by a language model. The embedded generator reads the facts of the question (number of companies,
 * example domains), because a model may invent them. It also answers alone when the model fails.
 */
export class ModelCriteriaGenerator implements CriteriaGenerator {
  readonly name: string;
  private readonly deps: { model: LanguageModel; embedded: CriteriaGenerator; log: Logger };

  constructor(deps: { model: LanguageModel; embedded: CriteriaGenerator; log: Logger }) {
    this.deps = deps;
    this.name = deps.model.name;
  }

  async generate(question: string, pay: Pay): Promise<GeneratedCriteria> {
    const { embedded } = this.deps;
    let refusal: AppError | undefined;
    const known = await embedded.generate(question, pay).catch((error: unknown) => {
      // A model may read a question in which the embedded generator finds no offer, such as one in another language or
      // of an unusual form.
      if (!(error instanceof AppError)) throw error;
      refusal = error;
      return null;
    });
    const read = await this.asked("the question", () =>
      this.deps.model.ask(
        { prompt: READ_QUESTION, data: { question }, schema: reading, maxOutputTokens: 1_500 },
        { pay },
      ),
    );
    const features = phrases(read?.features ?? [], LIMITS.keywords);
    if (read === null || features.length === 0) {
      if (known === null) throw refusal;
      return known;
    }
    const [marketName] = phrases([read.marketName], 1);
    return {
      userPrompt: question.trim(),
      marketName: (marketName ?? known?.marketName ?? features[0] ?? "").slice(0, LIMITS.marketNameCharacters),
      marketType: read.marketType,
      marketRole: read.marketRole,
      keywords: {
        features,
        user: phrases(read.user, LIMITS.keywords),
        synonyms: phrases(read.synonyms, LIMITS.keywords),
        irrelevant: phrases(read.irrelevant, LIMITS.keywords),
      },
      seedDomains: known?.seedDomains ?? [],
      count: known?.count ?? DEFAULT_COUNT,
      locations: locationsOf(read),
    };
  }

  async suggest(criteria: GeneratedCriteria, pay: Pay): Promise<string[]> {
    const { keywords, marketName, marketType, marketRole, userPrompt } = criteria;
    const data = { question: userPrompt, marketName, marketType, marketRole, keywords: { ...keywords } };
    const read = await this.asked("keywords", () =>
      this.deps.model.ask({ prompt: SUGGEST_KEYWORDS, data, schema: suggestions, maxOutputTokens: 600 }, { pay }),
    );
    if (read === null) return this.deps.embedded.suggest(criteria, pay);
    const present = new Set(
      Object.values(keywords)
        .flat()
        .map((phrase) => phrase.toLowerCase()),
    );
    return phrases(read.keywords, LIMITS.keywords)
      .filter((phrase) => !present.has(phrase.toLowerCase()) && registrableDomain(phrase) === null)
      .slice(0, MAX_SUGGESTIONS);
  }

  /** Returns the model's answer. On failure it logs the reason and returns null. */
  private async asked<T>(what: string, ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      this.deps.log.warn({ err: error, model: this.name }, `the language model did not read ${what}; the rules do`);
      return null;
    }
  }
}
