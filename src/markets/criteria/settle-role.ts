import type { TaggedWord } from "#foundation/language/wink";
import { baseForm, synsetsOf } from "#foundation/language/wordnet";
import { agentVerb, hasAncestor, singular } from "./company-words.ts";
import { isService, type Offer, offerOf } from "./offer.ts";
import { makingOdds } from "./offer-roles.ts";
import { type MarketRole, roleOfVerb } from "./role.ts";

/** The word of a question that says what the companies do. */
export interface Sign {
  word: string;
  role: MarketRole | "";
  offersSoftware: boolean;
}

/** The noun's role decides; where it leaves things open ("companies", "suppliers") the verb does, unless the noun's offer is software ("SaaS vendors that …"). */
export function pickSign(noun: Sign | null, verb: Sign | null): Sign | null {
  if (noun && (noun.role !== "" || noun.offersSoftware || !verb)) return noun;
  return verb ?? noun;
}

/** "games people play on phones or computers": what runs on a device is software. */
function isPlayedOnDevices(offered: string, body: TaggedWord[]): boolean {
  return (
    /\b(?:games?|tools?|platforms?|services?)\b/i.test(offered) &&
    body.some(({ lower }) => /^(?:phones?|smartphones?|computers?|tablets?|consoles?|browsers?|pcs?)$/.test(lower)) &&
    !/\b(?:phones?|computers?|tablets?|consoles?)$/i.test(offered)
  );
}

/** Premises that make something, whoever owns them. */
const MAKING_PREMISES = ["mine", "quarry", "farm", "plantation", "factory", "industrial plant", "vineyard", "orchard"];
const MINES = ["mine", "quarry"];
const RUNNING = /^(?:operat|run|exploit)/i;
const OWNING = /^own(?:s|ed|ing|ers?)?$/i;
/** Premises that people visit. */
const VISITED = ["establishment", "building", "tract", "park", "stadium", "facility", "medical institution"];
/** "Nursing homes"; a swimming pool is something that is built, too. */
const INSTITUTIONS = ["institution", "establishment", "medical institution"];
/** Log-odds of making against serving below which they decide nothing, and from which they do so against a verb that leaves it open. */
const UNSURE = 0.4;
const CLEARLY = 1;
const BUILDING = /^(?:build|construct)(?:s|ing|ers?)?$/i;
/** What is built where it stands. */
const BUILT = ["structure", "way"];
const SELLING = /^sell(?:s|ing|ers?)?$/i;
/** Sites on which others do business: their users get a service, whoever wrote the program. */
const SITES = /^(?:websites?|portals?|marketplaces?|exchanges?)$/;
/** What is piped or wired into homes is a service, of gas only where it goes to homes: others sell bottles of it. */
const WIRED = /^(?:electricity|water|heat|heating|broadband|telephony|internet|connectivity)$/;
const HOMES = /\b(?:households?|homes?|residents?|consumers?)\b/i;

/** What whole industries are called. */
const INDUSTRY = /\b\w+tech(?:nology)?$/i;
/** What only companies do, whatever they are called: "SPACs looking at targets". */
const OF_COMPANIES_ALONE = /^(?:invest|acquire|merge|lend|seek|look|fund|finance)$/;

const headOf = (phrase: string): string => phrase.toLowerCase().split(" for ")[0]?.split(" ").at(-1) ?? "";
/** "Nursing home": the last two words where WordNet knows them as one. */
const wholeHeadOf = (phrase: string): string => {
  const pair = phrase.toLowerCase().split(" for ")[0]?.split(" ").slice(-2).join(" ") ?? "";
  return pair.includes(" ") && synsetsOf(pair, "noun", 1).length > 0 ? pair : singular(headOf(phrase));
};
const isStudio = (sign: Sign | null): boolean => /^(?:studios?|publishers?|developers?)$/i.test(sign?.word ?? "");

/** What is offered: of several things ("payroll and HR outsourcing") the first that is known to be something. */
function kindOfOffer(sign: Sign | null, offers: string[], body: TaggedWord[]): Offer {
  const [offered = ""] = offers;
  if (isPlayedOnDevices(offered, body)) return "software";
  // "Video game studios": the games are the offer.
  const named = isStudio(sign) ? offers.map((offer) => offer.replace(/\s+(?:studios?|publishers?)$/i, "")) : offers;
  if (isStudio(sign) && /\bgames?$/i.test(named[0] ?? ""))
    return /\bboard games?$/i.test(named[0] ?? "") ? "product" : "software";
  // "Publishers of accounting software"
  if (/^publishers?$/i.test(sign?.word ?? "") && named.some((one) => offerOf(one) === "software")) return "software";
  // "Biotech", "fintech": an industry is no offer where something else is said.
  const things = named.filter((one) => !INDUSTRY.test(one));
  const kinds = (things.length > 0 ? things : named).map(offerOf).filter((kind) => kind !== "");
  // "Dating apps and matchmaking services": a service that has an app.
  if (sign === null && kinds[0] === "software" && offers.some((one) => /\bservices$/i.test(one))) return "service";
  return kinds[0] ?? "";
}

/**
 * What is offered settles what "offer", "develop" and "make" leave open.
 *
 * @param offers the alternatives of the offer, the main one first
 */
export function settleRole(sign: Sign | null, offers: string[], users: string[], body: TaggedWord[]): MarketRole | "" {
  const [offered = ""] = offers;
  const head = headOf(offered);
  const offer = kindOfOffer(sign, offers, body);
  const odds = offers.reduce((sum, one) => sum + makingOdds(one), 0) / Math.max(1, offers.length);
  // Of "power management and analog chips" the chips are made.
  const isProduct = offer === "product" || offers.some((one) => offerOf(one) === "product");
  if (SITES.test(head) && (sign === null || sign.role === "" || SITES.test(sign.word.toLowerCase())))
    return "serviceProvider";
  if (sign?.offersSoftware && sign.role === "") return "softwareProvider";
  const leavesOpen = !sign || sign.role === "" || sign.role === "manufacturer" || isStudio(sign);
  if (offer === "software" && leavesOpen) return "softwareProvider";
  const isToHomes = users.some((user) => HOMES.test(user));
  const isPiped = WIRED.test(head) || (/\bgas$/i.test(offered) && isToHomes);
  // Who distributes gas to homes pipes it there; who sells insurance insures.
  if (
    sign?.role === "distributor" &&
    ((isPiped && isToHomes) || (offer === "service" && SELLING.test(sign.word) && odds < UNSURE))
  )
    return "serviceProvider";
  // Who builds roads and bridges is a contractor; who builds boats makes them.
  if (
    sign?.role === "manufacturer" &&
    BUILDING.test(sign.word) &&
    odds <= -CLEARLY &&
    hasAncestor(singular(head), BUILT, 1)
  )
    return "serviceProvider";
  // Who operates mines extracts what is in them.
  if (RUNNING.test(sign?.word ?? "") && hasAncestor(singular(head), MINES, 1)) return "manufacturer";
  if (sign && sign.role !== "") return sign.role;
  if (OWNING.test(sign?.word ?? "") && odds > -CLEARLY && hasAncestor(singular(head), MAKING_PREMISES, 2))
    return "manufacturer";
  // Who owns ships, hotels or towers lets others use them; who owns and makes has said so by then.
  if (OWNING.test(sign?.word ?? "")) return "serviceProvider";
  if (isPiped) return "serviceProvider";
  // "Theme parks", "noodle restaurants": who is named by premises that people visit runs them.
  if (sign === null && (hasAncestor(singular(head), VISITED, 1) || hasAncestor(wholeHeadOf(offered), INSTITUTIONS, 1)))
    return "serviceProvider";
  if (
    sign === null &&
    body.some(({ pos, lower }) => pos === "VERB" && OF_COMPANIES_ALONE.test(baseForm(lower, "verb") ?? ""))
  )
    return "serviceProvider";
  // "Sunglasses brands"
  if (sign === null && isProduct && body.some(({ lower }) => /^brands?$/.test(lower))) return "manufacturer";
  // "Chains of car washes"
  if (sign === null && body.some(({ lower }, i) => /^chains?$/.test(lower) && body[i + 1]?.lower === "of"))
    return "serviceProvider";
  // "Companies whose satellites photograph the earth" use what they have.
  if (sign === null && body.some(({ lower }) => lower === "whose")) return "serviceProvider";
  // "Television channels", "toy brands": by what companies say that they do with it.
  if (sign === null && hasAncestor(singular(head), MAKING_PREMISES, 1)) return "manufacturer";
  const isActivity = /ing$/.test(head) && baseForm(head, "verb") !== null && offer !== "product";
  if (sign === null && offer === "service" && !isActivity && !isService(head) && odds >= CLEARLY) return "manufacturer";
  if (sign === null && offer !== "service" && !isActivity && Math.abs(odds) >= UNSURE)
    return odds > 0 ? "manufacturer" : "serviceProvider";
  if (sign === null && offer === "product" && (offered.includes(" ") || offers.length > 1)) return "manufacturer";
  // "Galvanising of steel parts": who is looked for does it.
  if (sign === null && offer === "" && /ing$/.test(head) && baseForm(head, "verb"))
    return roleOfVerb(head) || "serviceProvider";
  // "Solar tracker companies": a thing that is called an agent.
  if (sign === null && offer === "" && offered.includes(" ") && agentVerb(head) !== null && singular(head) === head)
    return "manufacturer";
  const [first = ""] = offered.toLowerCase().split(" ");
  if (sign?.role === "" && /ing$/.test(first) && offered.includes(" ")) {
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
  // "Imaging centre chains"
  if (sign === null && offer === "" && body.some(({ lower }) => /^chains?$/.test(lower))) return "serviceProvider";
  if (/^designers?$/i.test(sign?.word ?? "")) return "serviceProvider";
  if (Math.abs(odds) < CLEARLY) return "";
  return odds > 0 ? "manufacturer" : "serviceProvider";
}

/** "Seaweed farming", "cement production" make something. */
function roleOfActivity(offered: string): MarketRole | null {
  const head = headOf(offered);
  const role = /ing$/.test(head) ? roleOfVerb(head) : /^(?:production|manufacture)$/.test(head) ? "manufacturer" : null;
  return role || null;
}
