import { baseForm, synsetsOf } from "#foundation/language/wordnet";
import { agentVerb, hasAncestor, isGenericCompany, singular } from "./company-words.ts";

export type MarketRole = "manufacturer" | "distributor" | "serviceProvider" | "softwareProvider";

/** "" means a business of unspecified kind ("suppliers", "offer"). The object then decides. */
type RoleSign = MarketRole | "";

/**
 * Verbs of trade, and light verbs whose main sense in WordNet is not the business one. Other verbs are judged by their
 * class in WordNet.
 */
const VERBS: Record<string, RoleSign> = {
  ...roles(
    "distributor",
    "sell resell distribute import export wholesale retail trade stock deal vend merchandise market",
  ),
  ...roles(
    "manufacturer",
    "make build mine farm fish harvest cultivate tan extract smelt sew mill distil distill raise grow breed weave refine spin bottle can grind roast dye stamp press blend carve explore prospect dig print",
  ),
  ...roles(
    "serviceProvider",
    "generate publish design plan organise organize lend host cater restore customise customize demolish dismantle",
  ),
  ...roles(
    "",
    "supply provide offer develop do deliver own have work help focus specialise specialize engage deal use include serve code program write create look search seek",
  ),
};

const NOUNS: Record<string, RoleSign> = {
  ...roles(
    "distributor",
    "distributor wholesaler importer exporter reseller dealer dealership retailer trader merchant stockist stockholder seller",
  ),
  // WordNet's only packer is a wholesaler of meat.
  ...roles("manufacturer", "manufacturer maker producer fabricator assembler grower packer"),
  ...roles(
    "serviceProvider",
    "operator consultant consultancy agency broker contractor lessor lender insurer integrator",
  ),
  ...roles("", "supplier provider vendor developer owner designer"),
};

function roles(role: RoleSign, words: string): Record<string, RoleSign> {
  return Object.fromEntries(words.split(" ").map((word) => [word, role]));
}

/** Returns the role that a verb implies for its subject; null for other words. */
export function roleOfVerb(verb: string): RoleSign | null {
  const base = baseForm(verb, "verb");
  if (!base) return null;
  const known = VERBS[base];
  if (known !== undefined) return known;
  // "weave", "cast", "assemble": one of the first two senses is creation.
  return synsetsOf(base, "verb", 2).some((sense) => sense.lexicalClass === "verb.creation")
    ? "manufacturer"
    : "serviceProvider";
}

const MAKING = ["creator", "manufacturer", "craftsman", "factory", "industrial plant", "farm", "mine", "quarry"];
const SELLING = ["mercantile establishment", "merchant", "distributor", "shop"];
const WORKSHOPS = ["workplace"];
const SERVING = ["edifice", "organization", "establishment", "installation", "business concern", "land site", "person"];

const CLOSED_COMPOUND = /^(.{3,}?)(?:maker|builder|grower|smith|wright|brewer)s?$/;

/** Returns the role of a closed compound by its second part: "homebuilders", "steelmakers", "winegrowers". */
function ofClosedCompound(noun: string): RoleSign | undefined {
  if (/^(?:match|book|law|policy|peace|rain|home|holiday)makers?$/.test(noun)) return undefined;
  return CLOSED_COMPOUND.test(noun) ? "manufacturer" : undefined;
}

/** Returns the thing in a compound that WordNet lacks ("toy" in "toymakers"); null for all other words. */
export function madeByCompound(noun: string): string | null {
  const thing = CLOSED_COMPOUND.exec(noun.toLowerCase())?.[1];
  if (thing === undefined || baseForm(noun, "noun") !== null) return null;
  return baseForm(thing, "noun") === null ? null : thing;
}

/**
 * Returns the role that a noun for companies implies ("foundries", "watchmakers", "law firms", "airports"); null for
 * other nouns.
 */
export function roleOfNoun(noun: string): RoleSign | null {
  const base = singular(noun);
  if (isGenericCompany(noun)) return null;
  const last = base.split(/[\s-]/).at(-1) ?? base;
  const known = NOUNS[base] ?? NOUNS[last] ?? ofClosedCompound(last);
  if (known !== undefined) return known;
  if (hasAncestor(base, MAKING)) return "manufacturer";
  if (hasAncestor(base, SELLING)) return "distributor";
  if (hasAncestor(base, WORKSHOPS)) return /studio|office|lab/.test(base) ? "serviceProvider" : "manufacturer";
  const verb = agentVerb(last);
  if (verb && hasAncestor(base, ["person", "contractor"], 3)) return roleOfVerb(verb);
  if (hasAncestor(base, SERVING)) return "serviceProvider";
  if (verb && synsetsOf(base, "noun", 1).length === 0) return roleOfVerb(verb);
  return null;
}
