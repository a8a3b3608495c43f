import type { TaggedWord } from "#foundation/language/wink";
import { serviceFor, serviceOfAgents, serviceVerb } from "./activity.ts";
import { isCompanyKind } from "./company-words.ts";
import { isListed } from "./kinds-of-phrases.ts";
import { type Opening, withVerbs } from "./parts-of-speech.ts";
import { nounPhrases, type Phrase } from "./phrases.ts";
import type { MarketRole } from "./role.ts";
import { pickSign, type Sign, settleRole } from "./settle-role.ts";
import { withSharedHeads } from "./shared-heads.ts";
import { type Doing, TopicReader } from "./topic-reader.ts";
import { withoutTradeRole } from "./trade-kinds.ts";

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
  doing: Doing | null;
  /** The words for the companies that also state the offer ("boat builders", "law firms"); "" without any. */
  trade: string;
  /** The words that only name companies ("makers", "firms"). They are not part of the topic. */
  companyWords: Set<TaggedWord>;
}

/** Reads features, users and role from the words of the request's body. @param opening the opening of the question */
export function readTopic(body: TaggedWord[], opening: Opening): Topic {
  const phrases = withSharedHeads(nounPhrases(withVerbs(body, opening)));
  const read = new TopicReader(phrases, body);
  read.read();
  const { features, offers, users, doing, named, trades, companyWords } = read;
  const service = serviceSaid(doing, offers, named.length === 0 ? read.nounSign : null) ?? read.agentService;
  if (service !== null)
    for (const [i, thing] of offers.entries()) {
      const { name, owner } = serviceFor(service, thing);
      if (owner !== null) users.push(owner);
      if (features.includes(thing)) features.splice(features.indexOf(thing), 1, name);
      offers[i] = name;
    }
  const sign = pickSign(read.nounSign, read.verbSign);
  // "General trading companies": where the question says nothing else, the role is the offer.
  if (features.length === 0 && trades.length === 0) trades.push(...read.roleWords.map(({ text }) => text));
  else for (const word of read.roleWords) companyWords.add(word);
  // "Recyclers of bottles" are no further offer beside bottle recycling.
  const isServiceAlone = service !== null && doing === null;
  if (isServiceAlone) trades.splice(0);
  const tradesLead = tradesFirst(trades, phrases, sign?.role ?? "");
  const list = distinct(tradesLead ? [...trades, ...features] : [...features, ...trades]);
  const alternatives = distinct(
    tradesLead && trades.length > 0
      ? [...(isListed(phrases) ? offers : []), ...trades, ...named]
      : alternativesOf(named, offers, read.isPlain, read.firstOffer),
  );
  const told = withoutSites(list);
  return {
    features: told,
    offers: alternatives.filter((offer) => told.includes(offer) || !list.includes(offer)),
    users: distinct(users),
    role: sign?.word ?? "",
    marketRole: settleRole(sign, [...new Set([list[0] ?? "", ...alternatives].map(withoutTradeRole))], users, body),
    doing,
    trade: isServiceAlone ? "" : read.trade,
    companyWords,
  };
}

/** Returns the verb of the service that the companies do to the offers: "lease" for "lessors of aircraft". */
function serviceSaid(doing: Doing | null, offers: string[], sign: Sign | null): string | null {
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

function distinct(list: string[]): string[] {
  const seen = new Set<string>();
  return list.filter((text) => {
    const key = text.toLowerCase();
    if (seen.has(key) || key === "") return false;
    seen.add(key);
    return true;
  });
}
