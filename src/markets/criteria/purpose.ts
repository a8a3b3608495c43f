import { hasAncestor, singular } from "./company-words.ts";
import { type Phrase, textOf } from "./phrases.ts";

/**
 * Adds a user to a feature where the user is a part of the offer. This holds for things that only their purpose
 * specifies ("machines for chip factories"). It also holds for products whose users do not buy for a business ("milk
 * powder for babies"). Each user makes an alternative.
 */
export function addPurpose(features: string[], { words }: Phrase, user: string): boolean {
  const head = words.at(-1)?.lower ?? "";
  const bare = textOf(words);
  const people = hasAncestor(user.split(" ").at(-1) ?? "", AT_LARGE, 1);
  if (!people && (words.length > 1 || !ANY_THING.has(singular(head)))) return false;
  const at = features.indexOf(bare);
  if (at >= 0) features.splice(at, 1);
  features.push(`${bare} for ${user}`);
  return true;
}

/** "Parts to car makers" are car parts: nothing else says which parts. @param users who buys what the companies offer */
export function namedByMakers(offer: string, users: readonly string[]): string {
  if (!/^(?:spare )?(?:parts|components)$/i.test(offer)) return offer;
  const made = users.flatMap(
    (user) => /^(\p{L}[\p{L} -]*) (?:makers|manufacturers|builders|producers)$/iu.exec(user)?.[1] ?? [],
  );
  return made.length === 1 ? `${made[0]} ${offer}` : offer;
}

/** Returns the name of machines and the like by what they do: "weaving machines" for "machines for weaving". */
export function nameByActivity({ words }: Phrase, activity: string): string | null {
  const isOfAnyKind = words.length === 1 && ANY_THING.has(singular(words[0]?.lower ?? ""));
  return isOfAnyKind && /^\p{L}+ing$/u.test(activity) ? `${activity} ${textOf(words)}` : null;
}

/** WordNet's words for users who do not buy for a business. */
const AT_LARGE = ["juvenile", "child", "unfortunate", "sick person", "animal", "female"];

/** Nouns for things of all kinds. */
const ANY_THING = new Set(
  "machine machinery equipment device apparatus instrument system tool part component material supply software program app application platform technology article accessory".split(
    " ",
  ),
);
