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

const BY_NAME = new Map(
  trades.flatMap(({ names, kinds, verbs = [] }) =>
    names.map((name): [string, TradeKinds] => [name.toLowerCase(), { kinds, verbs }]),
  ),
);

/**
 * Returns the kinds and verbs of a trade that a phrase names as a whole, also with a word for companies ("dairy
 * companies"). A phrase that says more ("budget airlines", "dairy machines") names no whole trade, and has none.
 */
export function tradeKinds(phrase: string): TradeKinds {
  const words = phrase.toLowerCase().trim().split(/\s+/);
  const last = words.at(-1) ?? "";
  const others = words.slice(0, -1);
  // WordNet has "devices" and "services" as words of their own.
  const [whole] = [singular(last), last, last.replace(/s$/, "")].flatMap(
    (one) => BY_NAME.get([...others, one].join(" ")) ?? [],
  );
  if (whole !== undefined || others.length === 0 || !(isGenericCompany(last) || isGenericRole(last)))
    return whole ?? NONE;
  return tradeKinds(others.join(" "));
}
