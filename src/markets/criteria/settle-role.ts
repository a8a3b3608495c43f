import type { TaggedWord } from "#foundation/language/wink";
import { baseForm, synsetsOf } from "#foundation/language/wordnet";
import { agentVerb, hasAncestor, isDeviceByAgent, singular } from "./company-words.ts";
import { isService, type Offer, offerOf } from "./offer.ts";
import { makingOdds } from "./offer-roles.ts";
import { type MarketRole, roleOfVerb } from "./role.ts";
import { tradeKinds } from "./trade-kinds.ts";

/** The word of a question that states the companies' activity. */
export interface Sign {
  word: string;
  role: MarketRole | "";
  offersSoftware: boolean;
}

/**
 * Chooses between the signs. The noun's role decides. Where the noun is open ("companies", "suppliers"), the verb
 * decides, unless the noun's offer is software ("SaaS vendors that …").
 */
export function pickSign(noun: Sign | null, verb: Sign | null): Sign | null {
  if (noun && (noun.role !== "" || noun.offersSoftware || !verb)) return noun;
  return verb ?? noun;
}

/** Whether the offer runs on devices and is therefore software: "games people play on phones or computers". */
function isPlayedOnDevices(offered: string, body: TaggedWord[]): boolean {
  return (
    /\b(?:games?|tools?|platforms?|services?)\b/i.test(offered) &&
    body.some(({ lower }) => /^(?:phones?|smartphones?|computers?|tablets?|consoles?|browsers?|pcs?)$/.test(lower)) &&
    !/\b(?:phones?|computers?|tablets?|consoles?)$/i.test(offered)
  );
}

/** Premises that make something. Their owner counts as a maker. */
const MAKING_PREMISES = ["mine", "quarry", "farm", "plantation", "factory", "industrial plant", "vineyard", "orchard"];
const MINES = ["mine", "quarry"];
const RUNNING = /^(?:operat|run|exploit)/i;
const OWNING = /^own(?:s|ed|ing|ers?)?$/i;
/** Premises that people visit. */
const VISITED = ["establishment", "building", "tract", "park", "stadium", "facility", "medical institution"];
/** WordNet's words for institutions such as "nursing homes". A swimming pool can also be a product. */
const INSTITUTIONS = ["institution", "establishment", "medical institution"];
/**
 * Log-odds of making against serving. Below `UNSURE` they decide nothing. From `CLEARLY` on they decide even after an
 * open verb.
 */
const UNSURE = 0.4;
const CLEARLY = 1;
const BUILDING = /^(?:build|construct)(?:s|ing|ers?)?$/i;
/** Who designs software makes it. Who designs other things serves those who make them. */
const DESIGNING = /^design(?:s|ing|ers?)?$/i;
const DEVELOPING = /^develop(?:s|ing|ers?)?$/i;
const PROJECTS = ["power station", "building", "housing", "apartment", "real property"];
/** Things that are built on site. */
const BUILT = ["structure", "way"];
const SELLING = /^sell(?:s|ing|ers?)?$/i;
/** Sites on which others do business. Their users get a service, whatever software runs it. */
const SITES = /^(?:websites?|portals?|marketplaces?|exchanges?)$/;
/**
 * Utilities that are piped or wired into homes are services. Gas is one only for homes, because it is also sold in
 * bottles.
 */
const WIRED = /^(?:electricity|water|heat|heating|broadband|telephony|internet|connectivity)$/;
/** Whether a thing comes into homes by pipe or wire, so that who makes it sells a service. */
export const isUtility = (offered: string): boolean => WIRED.test(headOf(offered));
const HOMES = /\b(?:households?|homes?|residents?|consumers?)\b/i;

/** Names of whole industries. */
const INDUSTRY = /\b\w+tech(?:nology)?$/i;
/** Verbs whose subject is always a company, whatever its name: "SPACs looking at targets". */
const OF_COMPANIES_ALONE = /^(?:invest|acquire|merge|lend|seek|look|fund|finance)$/;

/** What restaurants prepare, in WordNet's words. */
const MEALS = ["dish", "fast food", "sandwich"];

/** Whether a trade's list has nothing but goods: wallboxes and chargers for "charging station". */
function isTradeOfGoods(name: string): boolean {
  const { kinds } = tradeKinds(name);
  return kinds.length > 0 && kinds.every((kind) => offerOf(kind) !== "service");
}

const headOf = (phrase: string): string => phrase.toLowerCase().split(" for ")[0]?.split(" ").at(-1) ?? "";
/** Returns the last two words where WordNet has them as one ("nursing home"), otherwise the head. */
const wholeHeadOf = (phrase: string): string => {
  const pair = phrase.toLowerCase().split(" for ")[0]?.split(" ").slice(-2).join(" ") ?? "";
  return pair.includes(" ") && synsetsOf(pair, "noun", 1).length > 0 ? pair : singular(headOf(phrase));
};
const isStudio = (sign: Sign | null): boolean => /^(?:studios?|publishers?|developers?)$/i.test(sign?.word ?? "");

/**
 * Returns the kind of the offer. Of several things ("payroll and HR outsourcing"), the first with a known kind decides.
 */
function kindOfOffer(sign: Sign | null, offers: string[], body: TaggedWord[]): Offer {
  const [offered = ""] = offers;
  if (isPlayedOnDevices(offered, body)) return "software";
  // "Video game studios": the games are the offer.
  const named = isStudio(sign) ? offers.map((offer) => offer.replace(/\s+(?:studios?|publishers?)$/i, "")) : offers;
  if (isStudio(sign) && /\bgames?$/i.test(named[0] ?? ""))
    return /\bboard games?$/i.test(named[0] ?? "") ? "product" : "software";
  // "Publishers of accounting software".
  if (/^publishers?$/i.test(sign?.word ?? "") && named.some((one) => offerOf(one) === "software")) return "software";
  // "Biotech", "fintech": an industry is not the offer where the question names another thing.
  const things = named.filter((one) => !INDUSTRY.test(one));
  const kinds = (things.length > 0 ? things : named).map(offerOf).filter((kind) => kind !== "");
  // "Dating apps and matchmaking services" are services that have an app.
  if (sign === null && kinds[0] === "software" && offers.some((one) => /\bservices$/i.test(one))) return "service";
  return kinds[0] ?? "";
}

/**
 * Returns the role. The kind of the offer decides it for open words such as "offer", "develop" and "make".
 *
 * @param offers the alternatives of the offer, the main one first
 */
export function settleRole(sign: Sign | null, offers: string[], users: string[], body: TaggedWord[]): MarketRole | "" {
  const [offered = ""] = offers;
  const head = headOf(offered);
  const offer = kindOfOffer(sign, offers, body);
  const odds = offers.reduce((sum, one) => sum + makingOdds(one), 0) / Math.max(1, offers.length);
  const isSupplied = /^suppl(?:y|ies|ying|iers?)$/i.test(sign?.word ?? "");
  // "Power management and analog chips": the chips are products.
  const isProduct =
    offer === "product" || offers.some((one) => offerOf(one) === "product" || (isSupplied && isTradeOfGoods(one)));
  if (SITES.test(head) && (sign === null || sign.role === "" || SITES.test(sign.word.toLowerCase())))
    return "serviceProvider";
  if (sign?.offersSoftware && sign.role === "") return "softwareProvider";
  const leavesOpen =
    !sign || sign.role === "" || sign.role === "manufacturer" || isStudio(sign) || DESIGNING.test(sign.word);
  if (offer === "software" && leavesOpen) return "softwareProvider";
  const isToHomes = users.some((user) => HOMES.test(user));
  const isPiped = WIRED.test(head) || (/\bgas$/i.test(offered) && isToHomes);
  // Distributors of gas to homes pipe it there, and sellers of insurance insure.
  if (
    sign?.role === "distributor" &&
    ((isPiped && isToHomes) || (offer === "service" && SELLING.test(sign.word) && odds < UNSURE))
  )
    return "serviceProvider";
  // Builders of roads and bridges are contractors. Builders of boats make them.
  if (
    sign?.role === "manufacturer" &&
    BUILDING.test(sign.word) &&
    odds <= -CLEARLY &&
    hasAncestor(singular(head), BUILT, 1)
  )
    return "serviceProvider";
  // Developers of wind farms and flats plan and sell projects.
  if (DEVELOPING.test(sign?.word ?? "") && hasAncestor(wholeHeadOf(offered), PROJECTS, 1)) return "serviceProvider";
  // Operators of mines extract minerals.
  if (RUNNING.test(sign?.word ?? "") && hasAncestor(singular(head), MINES, 1)) return "manufacturer";
  if (sign && sign.role !== "") return sign.role;
  if (OWNING.test(sign?.word ?? "") && odds > -CLEARLY && hasAncestor(singular(head), MAKING_PREMISES, 2))
    return "manufacturer";
  // Owners of ships, hotels or towers let others use them. Companies that own and make already have a role here.
  if (OWNING.test(sign?.word ?? "")) return "serviceProvider";
  if (isPiped) return "serviceProvider";
  // "Theme parks", "noodle restaurants": companies named by premises that people visit run them.
  if (sign === null && (hasAncestor(singular(head), VISITED, 1) || hasAncestor(wholeHeadOf(offered), INSTITUTIONS, 1)))
    return "serviceProvider";
  if (
    sign === null &&
    body.some(({ pos, lower }) => pos === "VERB" && OF_COMPANIES_ALONE.test(baseForm(lower, "verb") ?? ""))
  )
    return "serviceProvider";
  // "Sunglasses brands".
  if (sign === null && isProduct && body.some(({ lower }) => /^brands?$/.test(lower))) return "manufacturer";
  // "Chains of car washes".
  if (sign === null && body.some(({ lower }, i) => /^chains?$/.test(lower) && body[i + 1]?.lower === "of"))
    return "serviceProvider";
  // "Fast food chains", "pizza chains": they prepare what they sell.
  if (sign === null && hasAncestor(wholeHeadOf(offered), MEALS) && body.some(({ lower }) => lower === "chains"))
    return "serviceProvider";
  // "Coffee chains" sell in places of their own.
  if (sign === null && isProduct && body.some(({ lower }) => lower === "chains")) return "distributor";
  // "Companies whose satellites photograph the earth" use their own things.
  if (sign === null && body.some(({ lower }) => lower === "whose")) return "serviceProvider";
  // "Television channels", "toy brands": the log-odds learned from companies' records decide.
  if (sign === null && hasAncestor(singular(head), MAKING_PREMISES, 1)) return "manufacturer";
  if (sign === null && offers.some(isDeviceByAgent)) return "manufacturer";
  const isActivity = /ing$/.test(head) && baseForm(head, "verb") !== null && offer !== "product";
  if (sign === null && offer === "service" && !isActivity && !isService(head) && odds >= CLEARLY) return "manufacturer";
  if (sign === null && offer !== "service" && !isActivity && Math.abs(odds) >= UNSURE)
    return odds > 0 ? "manufacturer" : "serviceProvider";
  if (sign === null && offer === "product" && (offered.includes(" ") || offers.length > 1)) return "manufacturer";
  // "Galvanising of steel parts": the companies perform the activity.
  if (sign === null && offer === "" && /ing$/.test(head) && baseForm(head, "verb"))
    return roleOfVerb(head) || "serviceProvider";
  // "Solar tracker companies": the agent noun names a thing.
  if (sign === null && offer === "" && offered.includes(" ") && agentVerb(head) !== null && singular(head) === head)
    return "manufacturer";
  const [first = ""] = offered.toLowerCase().split(" ");
  if (sign?.role === "" && !isProduct && /ing$/.test(first) && offered.includes(" ")) {
    const ofActivity = roleOfVerb(first);
    if (ofActivity) return ofActivity;
  }
  // "Companies developing gene therapies" make medicines.
  if (
    offer === "service" &&
    (/^(?:develop|work|focus|speciali[sz]e|engage)$/.test(baseForm(sign?.word ?? "", "verb") ?? "") ||
      /^developers?$/i.test(sign?.word ?? "")) &&
    offers.some((one) => hasAncestor(singular(headOf(one)), ["therapy"], 2))
  )
    return "manufacturer";
  const verb = sign ? baseForm(sign.word, "verb") : null;
  const makes =
    verb === "develop" || verb === "supply" || /^(?:developer|supplier|vendor|designer)/i.test(sign?.word ?? "");
  if (isProduct && makes) return "manufacturer";
  if (offer === "service")
    return roleOfActivity(offers.find((one) => offerOf(one) === "service") ?? offered) ?? "serviceProvider";
  // "Imaging centre chains".
  if (sign === null && offer === "" && body.some(({ lower }) => /^chains?$/.test(lower))) return "serviceProvider";
  if (/^designers?$/i.test(sign?.word ?? "")) return "serviceProvider";
  if (Math.abs(odds) < CLEARLY) return "";
  return odds > 0 ? "manufacturer" : "serviceProvider";
}

/** Returns the role of an activity: "seaweed farming" and "cement production" make something. */
function roleOfActivity(offered: string): MarketRole | null {
  const head = headOf(offered);
  const role = /ing$/.test(head) ? roleOfVerb(head) : /^(?:production|manufacture)$/.test(head) ? "manufacturer" : null;
  return role || null;
}
