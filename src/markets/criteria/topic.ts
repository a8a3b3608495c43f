import type { TaggedWord } from "#foundation/language/wink";
import { baseForm } from "#foundation/language/wordnet";
import { activityOf, serviceFor, serviceOfAgents, serviceVerb } from "./activity.ts";
import {
  agentVerb,
  hasAncestor,
  isAmbiguousCompany,
  isCompanyKind,
  isGenericCompany,
  isGenericRole,
  OF_COMPANIES,
  PRAISE,
  singular,
} from "./company-words.ts";
import { isEnumerated } from "./enumerations.ts";
import { companiesOf, isThing, ROLE_ATTRIBUTES } from "./named-companies.ts";
import { isPlural, type Opening, withVerbs } from "./parts-of-speech.ts";
import { ANYBODY, nounPhrases, type Phrase, textOf } from "./phrases.ts";
import { isSite } from "./places-of-work.ts";
import { addPurpose, nameByActivity } from "./purpose.ts";
import { type MarketRole, roleOfVerb } from "./role.ts";
import { isUtility, pickSign, type Sign, settleRole } from "./settle-role.ts";
import { isCompoundAlone, withSharedHeads } from "./shared-heads.ts";
import { withoutTradeRole } from "./trade-kinds.ts";
import {
  equipped,
  HANDING_OVER,
  isHelping,
  isListedWithUsers,
  isUser,
  isUserKind,
  VERBS_WITHOUT_CONTENT,
} from "./users.ts";

/** The market as the body of a question describes it. */
export interface Topic {
  /** Noun phrases of the offer, the main one first. */
  features: string[];
  /**
   * The features of which any one is enough ("lamps", "light fittings"). The others describe these ("light-emitting
   * diodes").
   */
  offers: string[];
  users: string[];
  /** The word that states the companies' activity; "" without one. */
  role: string;
  marketRole: MarketRole | "";
  /**
   * The companies' verbs in their base forms, with their object, where they are more specific than making or selling
   * ("recycle", "lease"). Otherwise null.
   */
  doing: { verbs: string[]; object: string } | null;
  /** The words for the companies that also state the offer ("boat builders", "law firms"); "" without any. */
  trade: string;
  /** The words that only name companies ("makers", "firms"). They are not part of the topic. */
  companyWords: Set<TaggedWord>;
}

/** Nouns whose "to …" names the customer. */
const SUPPLIERS = /^(?:suppliers?|sellers?|distributors?|providers?|vendors?|lessors?|lenders?|wholesalers?)$/i;
/** Words before a noun that states the activity: "active in the cultivation of …". */
const ENGAGED = /^(?:active|engag\w+|involved|speciali[sz]\w+|focus\w*|work\w*|deal\w*)$/;
/** Nouns that are no feature by themselves. */
const EMPTY = new Set(
  "business industry sector field market area space service services solution solutions product products activity world lot range kind type variety thing things stuff one ones region country countries headquarters seat site charge role".split(
    " ",
  ),
);

/** Reads features, users and role from the words of the request's body. @param opening the opening of the question */
export function readTopic(body: TaggedWord[], opening: Opening): Topic {
  const phrases = withSharedHeads(nounPhrases(withVerbs(body, opening)));
  const features: string[] = [];
  const offers: string[] = [];
  let firstOffer: Phrase | null = null;
  /** Verbs of the companies that follow "or". */
  const otherVerbs = new Set<Phrase["verbs"]>();
  const users: string[] = [];
  let nounSign: Sign | null = null;
  let verbSign: Sign | null = null;
  let doing: Topic["doing"] = null;
  let trade = "";
  const companyWords = new Set<TaggedWord>();
  /** The verb of the service of companies that are named before "of": "insure" for "insurers of ships". */
  let agentService: string | null = null;
  /** Things named only by the kind of company ("hotels"). They are features when the question says nothing else. */
  const trades: string[] = [];
  const roleWords: TaggedWord[] = [];
  /** Whether the verbs belong to users whom the product helps. */
  let isTheirs = false;
  /** Whether a noun states a transfer to a customer ("distribution of … to …"). */
  let handsOver = false;
  /** Things in the names of companies ("wind turbine makers"). */
  const named: string[] = [];
  /** Whether the word for companies is generic ("biotech firms") and not a role ("call centre operators"). */
  let isPlain = false;

  /** What the companies make of the things that were named so far, which are the input. */
  const makes = (phrase: Phrase): void => {
    const made = textOf(phrase.words);
    const role = isUtility(made) ? "serviceProvider" : "manufacturer";
    verbSign = { word: verbSign?.word ?? "", role, offersSoftware: false };
    doing = null;
    features.unshift(made);
    offers.splice(0, offers.length, made);
    firstOffer = phrase;
  };

  phrases.forEach((phrase, i) => {
    const head = phrase.words.at(-1);
    if (!head) return;
    if (phrase.isSubject) {
      // "devices with which diabetics measure …": the subject is a user, unless it means people in general.
      if (isUserKind(head.lower, textOf(phrase.words)) && !isAside(phrase)) users.push(textOf(phrase.words));
      return;
    }
    const byActivity =
      firstOffer !== null && phrase.preposition === "for" ? nameByActivity(firstOffer, textOf(phrase.words)) : null;
    if (firstOffer !== null && byActivity !== null) {
      // "Machines for weaving, knitting or spinning": each activity makes another kind.
      const bare = textOf((firstOffer as Phrase).words);
      for (const list of [features, offers]) {
        if (list.includes(bare)) list.splice(list.indexOf(bare), 1);
        list.push(byActivity);
      }
      return;
    }
    if (
      isUser(phrase, phrases[i - 1], handsOver || SUPPLIERS.test(nounSign?.word ?? "")) ||
      (firstOffer !== null && isListedWithUsers(phrases, i))
    ) {
      const user = textOf(phrase.words);
      users.push(user);
      // "for managing staff": the gerund does not name a user.
      if (phrase.preposition === "for" && firstOffer !== null && !/ing\b/.test(user))
        addPurpose(features, firstOffer, user);
      return;
    }
    // "software that helps hotels to price rooms"
    if (firstOffer !== null && phrase.verbs.some(isHelping) && isUserKind(head.lower, textOf(phrase.words))) {
      users.push(textOf(phrase.words));
      isTheirs = true;
      return;
    }
    // "manufacturing and trading companies": the first attribute is the role.
    const [only, ...others] = phrase.words;
    const attribute = others.length === 0 && only ? ROLE_ATTRIBUTES[only.lower] : undefined;
    if (i === 0 && only && attribute !== undefined && isGenericCompany(phrases[1]?.words.at(-1)?.lower ?? "")) {
      nounSign = { word: only.text, role: attribute, offersSoftware: false };
      roleWords.push(only);
      return;
    }
    // "the cultivation of salmon", "retail of shoes": a noun states the activity.
    const activity =
      phrase.verbs.every(({ lower }) => ENGAGED.test(lower)) && !nounSign
        ? activityOf(phrase.words, phrases[i + 1])
        : null;
    if (activity && !verbSign) {
      verbSign = { word: head.text, role: activity.role, offersSoftware: false };
      handsOver = HANDING_OVER.has(activity.verb);
      companyWords.add(head);
      return;
    }
    if (isOfficeOf(phrase, phrases[i + 1])) {
      nounSign ??= { word: head.text, role: "serviceProvider", offersSoftware: false };
      companyWords.add(head);
      return;
    }
    const verb = phrase.verbs.find((one) => !isAuxiliary(one));
    if (verb && phrase.verbOfCompanies && !verbSign && !isTheirs) {
      // "Companies dealing in scrap metal" trade it.
      const role = phrase.preposition === "in" && /^deal/.test(verb.lower) ? "distributor" : roleOfVerb(verb.lower);
      if (role !== null) {
        verbSign = { word: verb.text, role, offersSoftware: false };
        const bases = phrase.verbs
          .filter((one) => !isAuxiliary(one))
          .map((word) => baseForm(word.lower, "verb") ?? word.lower);
        if (!bases.some((base) => VERBS_WITHOUT_CONTENT.has(base)))
          doing = { verbs: bases, object: textOf(phrase.words) };
      }
    }
    if (
      /^(?:employees|staff|workers|turnover|revenues?|sales)$/.test(head.lower) &&
      phrase.words.some(({ pos, lower }) => pos === "NUM" || /\d/.test(lower))
    )
      return;
    // "dealers with more than 20 showrooms"
    if (phrase.preposition === "than" && phrase.words[0]?.pos === "NUM") return;
    // "supply dentists with chairs"
    if (
      verb &&
      EQUIPPING.test(verb.lower) &&
      equipped(phrases, i).some(({ words }) => isUserKind(words.at(-1)?.lower ?? "", textOf(words)))
    ) {
      users.push(textOf(phrase.words));
      return;
    }
    if (phrase.preposition === "into" && isTransforming(phrases[i - 1])) {
      if (features.every((feature) => WASTE.test(feature)) && isRecovered(phrase, phrases, body)) {
        const recycled = features.map((feature) => `${singular(feature.replace(WORN, ""))} recycling`);
        verbSign = { word: "recycle", role: "serviceProvider", offersSoftware: false };
        doing = { verbs: ["recycle"], object: recycled.join(" and ") };
        features.splice(0, features.length, ...recycled);
        offers.splice(0, offers.length, ...recycled);
        return;
      }
      makes(phrase);
      return;
    }
    // "burn rubbish to make electricity"
    if (phrase !== firstOffer && features.length > 0 && isPurposeOf(phrase, phrases[i - 1], body)) {
      makes(phrase);
      return;
    }
    if (firstOffer !== null && isAnaphor(phrase, body)) return;
    const companies =
      isHeadOfCompanies(phrase, i, nounSign !== null) && !isThingBesideMakers(phrase, phrases[i + 1])
        ? companiesOf(phrase)
        : null;
    if (!companies) {
      if (!isEmptyPhrase(phrase) && !isAside(phrase)) {
        const feature = [phrase.negation, textOf(withoutTrade(phrase.words))].join(" ").trim();
        if (phrase.preposition === "for" && firstOffer !== null && addPurpose(features, firstOffer, feature)) return;
        features.push(feature);
        firstOffer ??= phrase;
        // "Run lotteries or supply tickets": either is enough.
        if (isOtherPredicate(phrase, body)) otherVerbs.add(phrase.verbs);
        const isOffered = phrase.verbs === firstOffer.verbs || otherVerbs.has(phrase.verbs);
        if ((isOffered && phrase.preposition === firstOffer.preposition) || isEnumerated(phrase, firstOffer, body))
          offers.push(feature);
      }
      return;
    }
    if (trade === "" && (companies.trade || companies.feature)) trade = textOf(phrase.words);
    if (companies.bare) companyWords.add(head);
    if (companies.roleWord) roleWords.push(companies.roleWord);
    if (companies.sign && (!nounSign || nounSign.role === "" || isThing(nounSign.word, head)))
      nounSign = companies.sign;
    // "contract manufacturers of vitamins": the vitamins are the offer.
    const qualified =
      companies.feature && companies.sign && phrases[i + 1]?.preposition === "of" && phrases[i + 1]?.verbs.length === 0;
    if (qualified) trades.push(textOf(phrase.words));
    else if (companies.feature) {
      // "mobile phone and cable network operators": both are kinds of networks.
      const [previous] = features.slice(-1);
      const shared = companies.feature.split(" ").at(-1) ?? "";
      if (
        i === 1 &&
        previous !== undefined &&
        offers.includes(previous) &&
        !/(?:s|ing)$/.test(previous) &&
        companies.feature.includes(" ") &&
        // "Excavator and construction machine makers": an excavator is a machine.
        !hasAncestor(previous, [shared], 3) &&
        !isCompoundAlone(previous, companies.feature)
      ) {
        features.splice(-1, 1, `${previous} ${shared}`);
        offers.splice(-1, 1, `${previous} ${shared}`);
        named.push(`${previous} ${shared}`);
      }
      features.push(companies.feature);
      named.push(companies.feature);
      isPlain = isGenericCompany(head.lower);
    }
    // "Publishers of video games" are named by their role. The games alone are the offer.
    if (isRoleBeforeOf(phrase, phrases[i + 1])) {
      // "Insurers of ships" insure them, as "companies that insure ships" do.
      agentService = serviceVerb([agentVerb(head.lower) ?? ""]);
      // "Recruiters of nurses" say more than making, selling or publishing.
      const isSaid = agentService !== null || companies.sign?.role !== "serviceProvider" || /^publish/.test(head.lower);
      if (!isSaid && companies.trade) trades.push(companies.trade);
    } else if (companies.trade) trades.push(companies.trade);
  });
  const service = serviceSaid(doing, offers, named.length === 0 ? nounSign : null) ?? agentService;
  if (service !== null)
    for (const [i, thing] of offers.entries()) {
      const { name, owner } = serviceFor(service, thing);
      if (owner !== null) users.push(owner);
      if (features.includes(thing)) features.splice(features.indexOf(thing), 1, name);
      offers[i] = name;
    }
  const sign = pickSign(nounSign, verbSign);
  // "General trading companies": where the question says nothing else, the role is the offer.
  if (features.length === 0 && trades.length === 0) trades.push(...roleWords.map(({ text }) => text));
  else for (const word of roleWords) companyWords.add(word);
  // "Recyclers of bottles" are no further offer beside bottle recycling.
  if (service !== null && doing === null) {
    trades.splice(0);
    trade = "";
  }
  const tradesLead = tradesFirst(trades, phrases, sign?.role ?? "");
  const list = distinct(tradesLead ? [...trades, ...features] : [...features, ...trades]);
  const alternatives = distinct(
    tradesLead && trades.length > 0
      ? [...(isListed(phrases) ? offers : []), ...trades, ...named]
      : alternativesOf(named, offers, isPlain, firstOffer),
  );
  const told = withoutSites(list);
  return {
    features: told,
    offers: alternatives.filter((offer) => told.includes(offer) || !list.includes(offer)),
    users: distinct(users),
    role: sign?.word ?? "",
    marketRole: settleRole(sign, [...new Set([list[0] ?? "", ...alternatives].map(withoutTradeRole))], users, body),
    doing,
    trade,
    companyWords,
  };
}

/** Returns the verb of the service that the companies do to the offers: "lease" for "lessors of aircraft". */
function serviceSaid(doing: Topic["doing"], offers: string[], sign: Sign | null): string | null {
  if (doing !== null) return offers.includes(doing.object) ? serviceVerb(doing.verbs, doing.object) : null;
  return sign === null ? null : serviceOfAgents(sign.word);
}

/**
 * Returns the alternatives of the offer. "Call centre operators that answer the phone" run call centres, but "biotech
 * firms working on vaccines" offer vaccines. A thing beside the companies, outside any clause, is a further
 * alternative.
 */
function alternativesOf(named: string[], offers: string[], isPlain: boolean, first: Phrase | null): string[] {
  if (named.length === 0 || offers.length === 0 || first === null || first.verbs.length === 0)
    return [...named, ...offers];
  // "Software companies that serve banks": the customers are not an offer.
  return isPlain && !isCompanyKind(first.words.at(-1)?.lower ?? "") ? offers : named;
}

/** "Websites on which people book flights": the site is left out where the question names other features. */
function withoutSites(features: string[]): string[] {
  const others = features.filter((feature) => !/^(?:web ?sites?|sites?|portals?)$/i.test(feature));
  return others.length > 0 ? others : features;
}

/**
 * Whether the kind of company is the main offer: "law firms that advise on disputes" are law firms. In "breweries that
 * brew stout" and "recyclers of bottles", the complement is the offer.
 */
function tradesFirst(trades: string[], phrases: Phrase[], role: MarketRole | ""): boolean {
  const complemented = phrases.some(({ preposition, verbs, verbOfCompanies }) =>
    verbs.length > 0 ? verbOfCompanies : preposition === "of",
  );
  return !complemented || (role === "serviceProvider" && (trades[0]?.includes(" ") ?? false));
}

/** Whether a word for agents is alone before "of" and what they do it with: "growers of tomatoes", "insurers of ships". */
function isRoleBeforeOf({ words }: Phrase, next: Phrase | undefined): boolean {
  const [head, ...others] = words;
  return (
    head !== undefined &&
    others.length === 0 &&
    isAgent(head.lower) &&
    next?.preposition === "of" &&
    next.verbs.length === 0 &&
    !isGenericCompany(next.words.at(-1)?.lower ?? "")
  );
}

/** Whether a noun is made from a verb, also where WordNet links them in no way: "distillers", "organisers". */
function isAgent(noun: string): boolean {
  const base = singular(noun);
  const isVerb = (stem: string) => baseForm(stem, "verb") === stem;
  return agentVerb(noun) !== null || (/(?:er|or)$/.test(base) && [base.slice(0, -1), base.slice(0, -2)].some(isVerb));
}

/** "Offices of lawyers": the question means lawyers. */
function isOfficeOf({ words, verbs }: Phrase, next: Phrase | undefined): boolean {
  const isOffice = words.length === 1 && verbs.length === 0 && /^(?:offices?|practices?)$/.test(words[0]?.lower ?? "");
  return isOffice && next?.preposition === "of" && hasAncestor(next.words.at(-1)?.lower ?? "", ["person"]);
}

/** "… or supply tickets": another verb of the companies. */
function isOtherPredicate({ verbs, verbOfCompanies }: Phrase, body: TaggedWord[]): boolean {
  const verb = verbs.at(-1);
  return (
    verb !== undefined &&
    verbOfCompanies &&
    body[body.findIndex(({ start }) => start === verb.start) - 1]?.lower === "or"
  );
}

/** "turn … into", "convert … into". */
function isTransforming(phrase: Phrase | undefined): boolean {
  return (
    phrase?.verbs.some(({ lower }) =>
      /^(?:turn|convert|transform|process|make|refine|melt|recycle|upcycle|press|crush|distil|ferment|spin|weave|cut)$/.test(
        baseForm(lower, "verb") ?? "",
      ),
    ) === true
  );
}

/** "to make …" after another verb of the companies: "use algae to make plastics", but not "help to make …". */
function isPurposeOf({ verbs }: Phrase, previous: Phrase | undefined, body: TaggedWord[]): boolean {
  const [verb, ...others] = verbs;
  if (verb === undefined || others.length > 0 || !/^(?:make|produce|generate|create|obtain)$/.test(verb.lower))
    return false;
  const before = body[body.findIndex(({ start }) => start === verb.start) - 1];
  return before?.lower === "to" && previous !== undefined && previous.verbs.length > 0 && previous.verbOfCompanies;
}

/** "own or run the plants", "sells the space": a general noun that refers to what was named before. */
function isAnaphor({ words, verbs }: Phrase, body: TaggedWord[]): boolean {
  const [only, ...others] = words;
  if (only === undefined || others.length > 0 || verbs.length === 0 || !GENERAL.test(only.lower)) return false;
  return body[body.findIndex(({ start }) => start === only.start) - 1]?.lower === "the";
}

const GENERAL = /^(?:plants?|facilit(?:y|ies)|sites?|assets?|spaces?|output|results?|rest|proceeds|goods|projects?)$/;
/** Whether waste becomes what it was: "scrap metal back into usable metal". "Waste oil into fuel" makes fuel. */
function isRecovered({ words }: Phrase, phrases: Phrase[], body: TaggedWord[]): boolean {
  const head = words.at(-1)?.lower;
  const isInput = phrases.some((phrase) => phrase.preposition !== "into" && phrase.words.at(-1)?.lower === head);
  const into = body.findLastIndex(({ lower, start }) => lower === "into" && start < (words[0]?.start ?? 0));
  return isInput || body[into - 1]?.lower === "back";
}

const WORN = /^(?:old|used|discarded) /i;
const WASTE = /\b(?:scrap|waste|old|used|end-of-life|discarded|rubbish|garbage|refuse)\b/i;
/** Verbs whose object is the customer, and whose "with …" is the offer. */
const EQUIPPING = /^(?:suppl|provid|equip|furnish|outfit|stock)/;

function isAuxiliary(word: TaggedWord): boolean {
  return /^(?:is|are|be|was|were|do|does|has|have|had|can|could|may|might|will|would|based|located|headquartered|wanted)$/.test(
    word.lower,
  );
}

/**
 * Whether a phrase can name the companies. The first phrase, the other items of its list, and the words after "are"
 * can. Objects of "of" and of verbs name the offer.
 */
function isHeadOfCompanies(phrase: Phrase, at: number, named: boolean): boolean {
  const head = phrase.words.at(-1);
  if (!head) return false;
  // "(CAD)" is not a cad.
  if (phrase.words.length === 1 && /^\p{Lu}{2,5}$/u.test(head.text)) return false;
  const isObject = phrase.verbs.length > 0 || phrase.preposition === "of";
  if (isGenericCompany(head.lower) && !(isObject && isAmbiguousCompany(head.lower))) return true;
  if (phrase.verbs.length > 0) return false;
  // "software for banks – lending, treasury": after the companies are named, only a plain word for companies names
  // others.
  return at === 0 || (phrase.preposition === "" && (!named || /s$/.test(head.lower) || isGenericRole(head.lower)));
}

/** "Excavator and crane makers": a singular before a plural for companies is a thing, whatever else it may name. */
function isThingBesideMakers({ words }: Phrase, next: Phrase | undefined): boolean {
  const [head, companies] = [words.at(-1)?.lower ?? "", next?.words.at(-1)?.lower ?? ""];
  const isBeside = next !== undefined && next.verbs.length === 0 && next.preposition === "";
  return isBeside && !isPlural(head) && isPlural(companies) && isGenericRole(companies) && next.words.length > 1;
}

/** "Record labels and music publishers": the first plural is a kind of company too. */
function isListed([first, second]: Phrase[]): boolean {
  const isPlain = (phrase: Phrase | undefined) => phrase?.verbs.length === 0 && phrase.preposition === "";
  return isPlain(first) && isPlain(second) && isPlural(first?.words.at(-1)?.lower ?? "");
}

/** Whether a phrase is irrelevant to the offer: people in general, replaced things, and companies as a source. */
function isAside(phrase: Phrase): boolean {
  const head = phrase.words.at(-1)?.lower ?? "";
  if (phrase.words.length === 1 && ANYBODY.has(head)) return true;
  // "Miners with projects in Chile" have what every miner has.
  if (phrase.words.length === 1 && phrase.preposition === "with" && isSite(head)) return true;
  return phrase.insteadOf || (phrase.preposition === "from" && isCompanyKind(head));
}

/** "the medical cannabis industry": returns the industry's subject. */
function withoutTrade(words: TaggedWord[]): TaggedWord[] {
  return words.length > 1 && /^(?:industry|sector|business|market|field|space)$/.test(words.at(-1)?.lower ?? "")
    ? words.slice(0, -1)
    : words;
}

function isEmptyPhrase(phrase: Phrase): boolean {
  // "Large and mid-cap builders": a size alone is not an offer.
  if (phrase.words.every(({ lower }) => OF_COMPANIES.has(lower) || PRAISE.has(lower))) return true;
  const said = phrase.words.filter(({ lower }) => !OF_COMPANIES.has(lower));
  return said.length === 1 && (EMPTY.has(said[0]?.lower ?? "") || AMOUNTS.test(said[0]?.lower ?? ""));
}

/** Words for quantities, which do not name a thing: "small sums". */
const AMOUNTS = /^(?:sums?|amounts?|quantit(?:y|ies)|volumes?|numbers?|bits?)$/;

function distinct(list: string[]): string[] {
  const seen = new Set<string>();
  return list.filter((text) => {
    const key = text.toLowerCase();
    if (seen.has(key) || key === "") return false;
    seen.add(key);
    return true;
  });
}
