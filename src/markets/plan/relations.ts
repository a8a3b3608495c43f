import { baseForm, derivations } from "#foundation/language/wordnet";
import { agentVerb } from "../criteria/company-words.ts";
import { roleOfVerb } from "../criteria/role.ts";

/** What a company does with a thing. "sells" also applies to makers, "trades" only to merchants. */
export type Relation = "makes" | "sells" | "trades" | "operates" | "lets" | "serves" | "funds" | "moves" | "uses";

/** Business verbs in their base forms. For other verbs, WordNet's verbs of creation mean "makes". */
const VERBS: Record<Relation, string> = {
  makes:
    "make manufacture produce build assemble fabricate develop design generate extract mine refine grow farm brew bake distil distill process bottle breed publish explore construct engineer print",
  sells: "sell market supply provide offer export merchandise",
  trades: "distribute wholesale retail resell import deal trade broker",
  operates: "operate run manage own franchise host",
  lets: "lease rent hire charter let lend",
  serves:
    "contract maintain repair service install fit inspect test overhaul clean consult advise train audit insure cater refurbish certify calibrate restore demolish dismantle",
  funds: "invest finance fund",
  moves: "transport carry ship deliver haul convey fly store transmit handle unload load forward",
  uses: "use buy collect recycle treat dispose consume procure burn purchase",
};

/** Returns the verbs that express a relation. */
export const verbsOf = (relation: Relation): string[] => VERBS[relation].split(" ");

const RELATIONS = new Map(
  (Object.keys(VERBS) as Relation[]).flatMap((relation) =>
    verbsOf(relation).map((verb): [string, Relation] => [verb, relation]),
  ),
);

/** Returns the relation that a verb in any form expresses; null for a verb that is not about business. */
export function relationOfVerb(verb: string): Relation | null {
  const base = baseForm(verb, "verb");
  if (base === null) return null;
  return RELATIONS.get(base) ?? (roleOfVerb(base) === "manufacturer" ? "makes" : null);
}

/**
 * Returns the relation of a noun for agents ("lessors", "makers") or for their activity ("production", "sale"); null
 * for other nouns.
 */
export function relationOfNoun(noun: string): Relation | null {
  const verb = agentVerb(noun);
  if (verb !== null) return relationOfVerb(verb);
  if (/ing$/.test(noun)) return relationOfVerb(noun);
  const base = baseForm(noun, "noun");
  if (base === null) return null;
  // WordNet does not link it with a verb.
  if (base === "sale") return "sells";
  for (const derived of derivations(base, "noun", "verb")) {
    const relation = RELATIONS.get(derived);
    if (relation !== undefined) return relation;
  }
  return null;
}

/**
 * For each relation asked for, the relations that rule it out: an operator of trains does not sell trains. Unlisted
 * relations are undecided: a maker also sells, and an owner of hotels may let them.
 */
export const CONTRARY: Record<Relation, ReadonlySet<Relation>> = {
  makes: new Set(["trades", "operates", "lets", "serves", "funds", "moves", "uses"]),
  sells: new Set(["operates", "lets", "serves", "funds", "moves", "uses"]),
  trades: new Set(["makes", "operates", "lets", "serves", "funds", "moves", "uses"]),
  operates: new Set(["makes", "trades", "serves", "funds", "uses"]),
  lets: new Set(["makes", "serves", "moves", "uses"]),
  serves: new Set(["makes", "trades"]),
  funds: new Set(["makes", "trades", "operates", "serves", "moves"]),
  moves: new Set(),
  uses: new Set(["makes", "trades", "sells"]),
};

/** Acts that companies say of themselves: lessors lease, investors invest. */
export const DONE: ReadonlySet<Relation | null> = new Set<Relation | null>(["lets", "serves", "funds", "uses"]);

/** What companies do with a thing without making, selling or running it. The service is then the offer, not the thing. */
export const SERVICES: ReadonlySet<Relation | null> = new Set<Relation | null>([...DONE, "moves"]);
