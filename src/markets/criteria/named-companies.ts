import type { TaggedWord } from "#foundation/language/wink";
import { lexicalClasses, synsetsOf } from "#foundation/language/wordnet";
import { serviceFor, serviceOfAgents } from "./activity.ts";
import {
  agentVerb,
  hasAncestor,
  isCompanyKind,
  isDeviceByAgent,
  isGenericCompany,
  isGenericRole,
} from "./company-words.ts";
import { gerund } from "./gerund.ts";
import { offerOf } from "./offer.ts";
import { makingOdds } from "./offer-roles.ts";
import { isPlural } from "./parts-of-speech.ts";
import { type Phrase, textOf } from "./phrases.ts";
import { type MarketRole, madeByCompound, roleOfNoun, roleOfVerb } from "./role.ts";
import type { Sign } from "./settle-role.ts";
import { isTradeByRole } from "./trade-kinds.ts";

/** Words that make a role with "companies", and are not an offer: "trading firms", "manufacturing businesses". */
export const ROLE_ATTRIBUTES: Record<string, MarketRole> = {
  trading: "distributor",
  wholesale: "distributor",
  wholesaling: "distributor",
  distribution: "distributor",
  distributing: "distributor",
  manufacturing: "manufacturer",
  producing: "manufacturer",
};

/** What a phrase says of the companies that it names. */
export interface Companies {
  /** A word before the head that states the role. */
  roleWord?: TaggedWord;
  sign: Sign | null;
  feature: string | null;
  trade: string | null;
  /** Whether the head is a generic word for companies. */
  bare: boolean;
}

/**
 * Analyses a phrase such as "wind turbine makers": role "makers", feature "wind turbine". Null when the phrase does not
 * name companies.
 */
export function companiesOf(phrase: Phrase): Companies | null {
  const head = phrase.words.at(-1);
  if (!head) return null;
  const before = phrase.words.slice(0, -1);
  const feature = before.length > 0 && before.some((word) => word.pos !== "ADV") ? textOf(before) : null;
  const offersSoftware = feature !== null && offerOf(feature) === "software";
  const inFront = before.at(-1);
  if (isGenericCompany(head.lower) && inFront !== undefined && ROLE_ATTRIBUTES[inFront.lower] !== undefined) {
    const rest = before.slice(0, -1);
    return {
      sign: { word: textOf([inFront, head]), role: ROLE_ATTRIBUTES[inFront.lower] ?? "", offersSoftware },
      feature: rest.length > 0 ? textOf(rest) : null,
      trade: null,
      bare: true,
      roleWord: inFront,
    };
  }
  if (isGenericCompany(head.lower)) {
    // "law firms", "insurance companies": WordNet has the trade under this name.
    const trade = textOf(phrase.words.slice(-2));
    const role = feature ? roleOfTrade(trade, inFront?.lower ?? "") : null;
    if (role !== null && synsetsOf(trade, "noun", 1).length > 0) {
      return { sign: { word: trade, role, offersSoftware }, feature: null, trade: textOf(phrase.words), bare: false };
    }
    const inner = before.at(-1);
    return {
      sign: inner && inner.text !== inner.text.toUpperCase() && isTradeName(inner.lower) ? signOf(inner) : null,
      feature,
      trade: null,
      bare: true,
    };
  }
  // "Video game studios": the games are the offer, which a record need not call a studio's.
  if (feature !== null && /^studios?$/.test(head.lower) && /\bgames?$/i.test(feature))
    return { sign: { word: head.text, role: "", offersSoftware }, feature, trade: null, bare: true };
  const made = madeByCompound(head.lower);
  if (made !== null)
    return {
      sign: { word: head.text, role: "manufacturer", offersSoftware: false },
      feature: [...before.map(({ text }) => text), made].join(" "),
      trade: null,
      bare: false,
    };
  const activity = inFront === undefined || feature === null ? null : roleOfShop(head.lower, inFront.lower);
  if (activity !== null)
    return { sign: { word: head.text, role: activity, offersSoftware: false }, feature, trade: null, bare: true };
  if (isDeviceByAgent(textOf(phrase.words))) return null;
  const role = roleOfNoun(head.lower) ?? roleOfNoun(textOf(phrase.words.slice(-2)));
  if (role === null || !isCompanyKind(head.lower)) return null;
  const sign = { word: head.text, role, offersSoftware };
  // "Pharmaceutical contract manufacturers": contract makers offer the activity.
  const verb = agentVerb(head.lower);
  if (before.at(-1)?.lower === "contract" && verb !== null && feature !== null)
    return { sign, feature: `${feature} ${gerund(verb)}`, trade: null, bare: false };
  const service = serviceOfAgents(head.lower);
  if (service !== null && feature !== null)
    return { sign, feature: serviceFor(service, feature).name, trade: null, bare: true };
  if (isGenericRole(head.lower) && !isTradeByRole(textOf(phrase.words)))
    return { sign, feature, trade: null, bare: true };
  return { sign, feature: null, trade: textOf(phrase.words), bare: false };
}

/**
 * Returns the role of shops named by their activity, which sell nothing: "tyre retreading shops", "repair shops". Null
 * for all others.
 */
function roleOfShop(head: string, named: string): MarketRole | null {
  if (!/^(?:shops?|outlets?)$/.test(head)) return null;
  const [kind] = lexicalClasses(named, 1);
  if (kind !== undefined && kind !== "noun.act") return null;
  const role = roleOfVerb(named);
  return role === null || role === "distributor" ? null : "serviceProvider";
}

/**
 * Returns the role of companies by their attribute. "Mining companies" mine, "pharmaceutical companies" make medicines,
 * "law firms" serve clients.
 */
function roleOfTrade(trade: string, named: string): MarketRole | "" | null {
  const role = roleOfNoun(trade);
  if (role !== "serviceProvider") return role;
  if (/ing$/.test(named)) return roleOfVerb(named) ?? role;
  return makingOdds(named) > MAKES ? "manufacturer" : role;
}

/** Minimum log-odds for the assumption that companies make the thing that they are named by. */
const MAKES = 1;

/**
 * Whether a noun before "companies" names their trade: "distributor companies", "brewery companies". In "solar tracker
 * companies" the agent noun names a thing.
 */
function isTradeName(noun: string): boolean {
  return isCompanyKind(noun) && (isGenericRole(noun) || agentVerb(noun) === null);
}

function signOf(word: TaggedWord): Sign | null {
  const role = roleOfNoun(word.lower);
  return role === null ? null : { word: word.text, role, offersSoftware: false };
}

/**
 * Whether a named noun is a thing because makers follow it: the cabinets of "kitchen cabinets and bathroom fittings
 * makers".
 */
export function isThing(named: string, head: TaggedWord): boolean {
  return (
    isGenericRole(head.lower) &&
    !isGenericRole(named) &&
    // "Gypsum board or brick makers": a "board" can also be people.
    (!isPlural(named) || synsetsOf(named, "noun", 2).some(({ lexicalClass }) => lexicalClass === "noun.artifact")) &&
    !hasAncestor(named, ["structure", "facility", "establishment"], 1)
  );
}
