import { isRole, type Role } from "#companies/analysis/roles";
import { contentStems, stem } from "#foundation/language/stem";
import { isCompanyKind, singular } from "../criteria/company-words.ts";
import { exclusionForm } from "../criteria/criteria-form.ts";
import { excludedPlaces } from "../criteria/excluded-places.ts";
import { inEnglish } from "../criteria/in-english.ts";
import { type OfferGroup, offerGroup } from "../criteria/offer-group.ts";
import { type QuestionReading, readQuestion } from "../criteria/question-reading.ts";
import type { SearchCriteria } from "../criteria/search-criteria.ts";
import { synonymsOf } from "../criteria/synonyms.ts";
import { tradeKinds } from "../criteria/trade-kinds.ts";
import type { DiscoveryPlan, PlanAssertion, PlanExclusion, PlanPart } from "../plan/plan.ts";
import { type Relation, relationOfNoun, relationOfVerb } from "../plan/relations.ts";
import type { DirectoryLexicon } from "./directory-lexicon.ts";
import { planConditions } from "./plan-conditions.ts";
import { addDefined } from "./plan-definitions.ts";
import { addFamilies } from "./plan-families.ts";
import { planOffer } from "./plan-offers.ts";
import { addRelatives } from "./plan-relatives.ts";
import { addSynonyms, TermSet } from "./plan-terms.ts";
import {
  addVerbsOfTrades,
  kindsOf,
  offersOfKinds,
  withoutCompanies,
  withoutCompanyWord,
  withoutRepeats,
} from "./plan-trades.ts";
import { spelledByDirectory } from "./spelling.ts";
import { searchWords, type TopicWord } from "./topic-text.ts";
import { unusedParts } from "./unused-parts.ts";

/** Words of exclusion phrases that say what a company is, not what it offers. */
const ROLE_NOUNS = new Set(
  contentStems(
    "company companies firm business supplier provider maker manufacturer producer operator distributor dealer trader reseller retailer wholesaler vendor owner house group agency",
  ),
);

/**
 * Turns criteria into a plan for one directory. Without a prompt, the features define the topic. Without both, the
 * seeds do. Synonyms of the dictionary are added only where the directory uses them.
 * @param isKnown whether the directory has a company of this domain
 */
export function planDiscovery(
  criteria: SearchCriteria,
  lexicon: DirectoryLexicon,
  isKnown: (domain: string) => boolean,
): DiscoveryPlan {
  const english = inEnglish(criteria.userPrompt);
  const prompt = spelledByDirectory(english?.text ?? criteria.userPrompt, lexicon);
  const reading = readQuestion(prompt.text);
  const topic = criteria.userPrompt.trim() === "" ? "" : reading.topic.trim();
  const relation = relationAsked(reading, criteria.marketRole);
  // "Who insures insurance companies": the word counts where the companies do something with others.
  const isBare = relation === null && reading.doing === null;
  const bare = isBare ? withoutCompanyWord : (phrase: string) => phrase;
  const words = isBare ? withoutCompanies(searchWords(topic)) : searchWords(topic);
  const asWritten = spelled(criteria.keywords, lexicon);
  const keywords = { ...asWritten, features: asWritten.features.map(bare) };
  const role = isRole(criteria.marketRole) ? criteria.marketRole : null;
  const { terms, coreStems } = termsOf(words, keywords, lexicon);
  const group = offerGroup(reading);
  const parts = group?.parts.map((part) => ({ ...part, phrase: bare(part.phrase) }));

  const conditions = planConditions(criteria);
  const notes = [
    ...(english ? [`Read in English as “${english.text}”.`] : []),
    ...prompt.corrections.map(([before, after]) => `“${before}” was read as “${after}”.`),
    ...unusedParts(criteria, words, lexicon),
    ...conditions.notes,
  ];
  const missing = criteria.seedDomains.filter((domain) => !isKnown(domain));
  if (missing.length > 0)
    notes.push(
      `Not in the directory, so nothing could be learned from ${missing.length > 1 ? "them" : "it"}: ${missing.join(", ")}.`,
    );
  const assertions = assertionsOf(criteria.assertions, notes);
  if (!role && criteria.marketRole !== "")
    notes.push(`marketRole "${criteria.marketRole}" was not used: texts do not show it.`);

  return {
    version: 1,
    topic: [topic, ...keywords.features.filter((feature) => !topic.toLowerCase().includes(feature.toLowerCase()))]
      .filter(Boolean)
      .join(", "),
    prompt: prompt.text,
    terms,
    coreStems,
    ...offersOf(reading.offers.map(bare), keywords, lexicon),
    ...(group &&
      parts && { group: { of: group.of, parts: partsOf({ ...group, parts }, words, keywords, role, lexicon) } }),
    role,
    relation,
    exclusions: keywords.irrelevant
      .filter((phrase) => excludedPlaces(phrase) === null)
      .flatMap(exclusionsOf)
      .filter((one) => one.stems.length > 0),
    users: keywords.user.map((text) => ({ text, stems: contentStems(text) })),
    assertions,
    ...conditions,
    seedDomains: criteria.seedDomains,
    count: criteria.count,
    notes,
  };
}

/**
 * Returns the search terms: the question's words, the keywords, and the additions from dictionaries and the directory.
 */
function termsOf(
  words: TopicWord[],
  keywords: SearchCriteria["keywords"],
  lexicon: DirectoryLexicon,
): Pick<DiscoveryPlan, "terms" | "coreStems"> {
  const terms = new TermSet(lexicon);
  for (const { text, weight } of words) terms.add(text, "question", weight);
  for (const feature of keywords.features) terms.add(feature, "feature");
  const kinds = kindsOf(keywords.features, keywords.synonyms);
  for (const synonym of keywords.synonyms) if (!kinds.includes(synonym)) terms.addOtherName(synonym, "synonym");
  const coreStems = terms.list().map((term) => term.stem);
  // "Car" of "car insurance" finds cars.
  for (const kind of kinds) terms.addOtherName(kind, "relative");
  for (const user of keywords.user) terms.add(user, "user");
  const offer = [words.map(({ text }) => text).join(" "), ...keywords.features].join(" . ");
  addSynonyms(terms, offer, lexicon);
  addRelatives(terms, offer, lexicon);
  addFamilies(terms, offer, lexicon);
  addVerbsOfTrades(terms, keywords.features);
  addDefined(terms, offer, lexicon);
  return { terms: terms.list(), coreStems };
}

/** Returns a search for each thing of a group, without the words that only the other things have. */
function partsOf(
  { of, parts }: OfferGroup,
  words: TopicWord[],
  keywords: SearchCriteria["keywords"],
  role: Role | null,
  lexicon: DirectoryLexicon,
): PlanPart[] {
  const phrases = parts.map(({ phrase }) => phrase);
  const inGroup = new Set(phrases.map((phrase) => phrase.toLowerCase()));
  return parts.map(({ phrase, said }) => {
    const own = new Set(contentStems(phrase));
    const others = new Set(phrases.flatMap(contentStems).filter((one) => !own.has(one)));
    const isOwn = (text: string) => !contentStems(text).some((one) => others.has(one));
    const otherNames = new Set(synonymsOf(phrases.filter((one) => one !== phrase)).map((one) => one.toLowerCase()));
    const kept = words.filter(({ text }) => isOwn(text));
    const { terms, coreStems } = termsOf(
      kept,
      {
        ...keywords,
        features: [phrase, ...keywords.features.filter((one) => !inGroup.has(one.toLowerCase()) && isOwn(one))],
        synonyms: keywords.synonyms.filter((one) => !otherNames.has(one.toLowerCase())),
      },
      lexicon,
    );
    return {
      phrase,
      topic: kept.map(({ text }) => text).join(" ") || phrase,
      terms,
      coreStems,
      offers: withoutRepeats([
        ...[planOffer(phrase, lexicon)].filter((one) => one !== null),
        ...offersOfKinds([phrase], keywords.synonyms, lexicon),
      ]),
      role: of === "any" ? (roleSaid(said) ?? role) : role,
    };
  });
}

/** Companies that sell what others make. Who sells goods online is one. */
const MERCHANTS =
  /\b(?:shops?|stores?|outlets?|retailers?|dealers?|wholesalers?|merchants?|distributors?|resellers?|stockists?|stockholders?|online)\b/i;

const NETWORKS = /\bnetworks$/i;

/**
 * Returns the relation that the question's own word for the companies or their role states ("shops", "makers", "run"), or the product
 * alone. Null if the criteria name another role than the question.
 */
function relationAsked({ text, role, marketRole, offers }: QuestionReading, wanted: string): Relation | null {
  if (marketRole !== wanted) return null;
  // Makers sell too, but "book shops" and "shops that sell books" make none.
  if (wanted === "distributor" && MERCHANTS.test(text)) return "trades";
  if (role === "") {
    // "Charging networks" are wanted from those who run them.
    if (offers.length > 0 && offers.every((offer) => NETWORKS.test(offer))) return "operates";
    // "Hospital beds": a product alone is wanted from those who make or sell it.
    return wanted === "manufacturer" ? "sells" : null;
  }
  const last = role.toLowerCase().split(/\s+/).at(-1) ?? "";
  const relation = relationOfNoun(last) ?? relationOfVerb(last);
  // Who sells books in shops runs book shops.
  const areShops = offers.length > 0 && offers.every((offer) => MERCHANTS.test(offer.split(" ").at(-1) ?? ""));
  return relation === "operates" && areShops ? "trades" : relation;
}

/** Returns the role that a part states for itself: that of "steel traders" beside "aluminium recyclers". */
function roleSaid(said: string): Role | null {
  const last = said.trim().split(/\s+/).at(-1) ?? "";
  if (!isCompanyKind(last)) return null;
  const { marketRole } = readQuestion(said);
  return isRole(marketRole) ? marketRole : null;
}

/** Returns the offer's phrases in the directory's spelling. Phrases for users and exclusions stay as they are. */
function spelled(keywords: SearchCriteria["keywords"], lexicon: DirectoryLexicon): SearchCriteria["keywords"] {
  const put = (phrases: string[]) => phrases.map((phrase) => spelledByDirectory(phrase, lexicon).text);
  return { ...keywords, features: put(keywords.features), synonyms: put(keywords.synonyms) };
}

/** Returns the question's alternatives, or all features without a question. Other features become qualifiers. */
function offersOf(
  named: string[],
  { features, synonyms }: SearchCriteria["keywords"],
  lexicon: DirectoryLexicon,
): Pick<DiscoveryPlan, "offers" | "qualifiers"> {
  const lower = new Set(named.map((offer) => offer.toLowerCase()));
  const asked = named.length > 0 ? named : features;
  const offers = withoutRepeats([
    ...asked.flatMap((offer) => planOffer(offer, lexicon) ?? []),
    ...offersOfKinds([...asked, ...features], synonyms, lexicon),
  ]);
  const main = new Set(offers.flatMap(({ words }) => words.map(({ stem }) => stem)));
  const others = features.filter((feature) => !lower.has(feature.toLowerCase())).flatMap(contentStems);
  const qualifiers = [...new Set(others)].filter((stem) => !main.has(stem));
  return { offers, qualifiers: qualifiers.map((stem) => ({ stem, idf: lexicon.idf(stem) })) };
}

const OPERATORS = /\boperators?$/i;

/** What makers say that they do: hardly a record calls its company a maker. */
const MAKING = ["manufacture", "produce", "make"].map(stem);

/**
 * Returns an unwanted kind, and what the companies of an unwanted trade write. "Makers" alone are those who make,
 * manufacture or produce anything.
 */
function exclusionsOf(phrase: string): PlanExclusion[] {
  const exclusion = exclusionOf(phrase);
  const isRoleAlone = exclusion.role === "manufacturer" && exclusion.stems.every((one) => ROLE_NOUNS.has(one));
  if (isRoleAlone) return MAKING.map((one) => ({ ...exclusion, stems: [one] }));
  // Postal operators deliver letters. But mining contractors own no mines, and steel traders make no pipes.
  const isTrade = exclusion.role === null || exclusion.role === "manufacturer" || OPERATORS.test(phrase);
  const kinds = isTrade ? tradeKinds(phrase).kinds : [];
  return [exclusion, ...kinds.map((kind) => ({ ...exclusion, stems: contentStems(kind), kind }))];
}

function exclusionOf(phrase: string): PlanExclusion {
  const all = [...new Set(contentStems(phrase))];
  const telling = all.filter((one) => !ROLE_NOUNS.has(one));
  const { role, about } = exclusionForm(phrase);
  // "Oil" identifies "oil companies"; the word for companies adds nothing.
  const head = singular((about || phrase).toLowerCase().split(/\s+/).at(-1) ?? "");
  return { phrase, stems: telling.length > 0 ? telling : all, role, head };
}

function assertionsOf(assertions: SearchCriteria["assertions"], notes: string[]): PlanAssertion[] {
  if (assertions === null) return [];
  if (!Array.isArray(assertions) || !assertions.every((one): one is string => typeof one === "string")) {
    notes.push("assertions were not used: they are not a list of statements.");
    return [];
  }
  return assertions.map((text) => ({ text, stems: [...new Set(contentStems(text))] }));
}
