import { isGenericCompany, isGenericRole, singular } from "./company-words.ts";
import trades from "./trade-kinds.json" with { type: "json" };

/** What companies of a trade write instead of its name. */
export interface TradeKinds {
  /** Kinds of what they make or run: "milk" and "cheese" for dairy companies. */
  kinds: readonly string[];
  /** What they do, in the third person: airlines say "flies". */
  verbs: readonly string[];
}

const NONE: TradeKinds = { kinds: [], verbs: [] };

/** Words for one business: a trade that has one of them in its name has the others too. */
const LETTING = ["rental", "hire", "leasing", "renting", "hiring"];

const BY_NAME = new Map(
  trades.flatMap(({ names, kinds, verbs = [] }) => {
    const trade: TradeKinds = { kinds, verbs };
    return names.map((name): [string, TradeKinds] => [name.toLowerCase(), trade]);
  }),
);

/**
 * Returns the kinds and verbs of a trade that a phrase names as a whole, also with a word for companies ("dairy
 * companies"). A phrase that says more ("budget airlines", "dairy machines") names no whole trade, and has none.
 */
export function tradeKinds(phrase: string): TradeKinds {
  return tradeOf(wordsOf(phrase)) ?? NONE;
}

/**
 * Whether a phrase is a trade's name together with its last word, which is a role. "Car dealers" are a trade, and not
 * the dealers of the trade "cars".
 */
export function isTradeByRole(phrase: string): boolean {
  const words = wordsOf(phrase);
  if (words.length === 1 || !isGenericRole(words.at(-1) ?? "")) return false;
  const whole = tradeNamed(words);
  return whole !== undefined && whole !== tradeOf(words.slice(0, -1));
}

/** Returns what such a trade handles: "car" for "car dealers". Other phrases stay as they are. */
export const withoutTradeRole = (phrase: string): string =>
  isTradeByRole(phrase) ? phrase.split(" ").slice(0, -1).join(" ") : phrase;

const wordsOf = (phrase: string): string[] => phrase.toLowerCase().trim().split(/\s+/);

function tradeNamed(words: readonly string[]): TradeKinds | undefined {
  const last = words.at(-1) ?? "";
  // WordNet has "devices" and "services" as words of their own.
  const endings = LETTING.includes(last) ? LETTING : [singular(last), last, last.replace(/s$/, "")];
  const [named] = endings.flatMap((one) => BY_NAME.get([...words.slice(0, -1), one].join(" ")) ?? []);
  return named;
}

function tradeOf(words: readonly string[]): TradeKinds | undefined {
  const named = tradeNamed(words);
  const last = words.at(-1) ?? "";
  if (named !== undefined || words.length === 1 || !(isGenericCompany(last) || isGenericRole(last))) return named;
  return tradeOf(words.slice(0, -1));
}
