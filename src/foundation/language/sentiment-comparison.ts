/** A comparison of two figures of one measure, with the measure's position. */
export interface Comparison {
  start: number;
  end: number;
  /** 1: the later figure is better; −1: worse. */
  sign: 1 | -1;
}

const UNITS: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};

const AMOUNT =
  "(?:an? |the )?(?:(profit|loss|surplus|deficit) (?:of )?)?(?:[A-Z]{3} |[€$£] ?|[A-Z]{2}\\$ ?)?(-?\\d[\\d,]*(?:\\.\\d+)?)(?: ?(mn|mln|million|m|bn|billion|k|thousand|%|percent|pct|per cent)\\b)?";
const VERSUS =
  "(?:(?:as )?compared (?:to|with)|in comparison (?:to|with)|versus|vs\\.?|(?:as )?against|(?:up|down) from|from|while (?:it|they) (?:was|were)|while in \\d{4} (?:it|they) (?:was|were))";

const MEASURE =
  "(?:net |operating |pre-?tax |gross )?(?:profits?|loss(?:es)?|earnings|results?|revenues?|sales|turnover|income|margins?|ebitd?a?|flow|return|equity|intake|orders?|dividends?|eps|share|debt|costs?|expenses|gearing|deficit|surplus|volumes?|prices?)";
const COMPARISON = new RegExp(
  `\\b(${MEASURE})\\b[^.;]{0,60}?(?:^|[\\s(])${AMOUNT}(?:[^;]{0,40}?[\\s,]+${VERSUS} (?:about |some |only )?| \\( ?)${AMOUNT}`,
  "i",
);

const BAD = /loss|debt|cost|expense|gearing|deficit/i;

/**
 * Reads "Profit was EUR 5 mn, compared with a loss of EUR 2 mn". Null where no two figures of one unit are compared.
 * Meant for sentences without a verb of rising or falling, because such a verb is the more certain sign.
 */
export function comparisonIn(sentence: string): Comparison | null {
  const found = COMPARISON.exec(sentence);
  if (found === null) return null;
  const [, measure = "", kind = "", amount = "", unit = "", oldKind = "", oldAmount = "", oldUnit = ""] = found;
  const now = signed(amount, unit, kind === "" ? measure : kind);
  const then = signed(
    oldAmount,
    oldUnit === "" ? unit : oldUnit,
    oldKind !== "" ? oldKind : kind === "" ? measure : kind,
  );
  if (now === null || then === null || now === then) return null;
  return { start: found.index, end: found.index + measure.length, sign: now > then ? 1 : -1 };
}

/** Returns the figure, negative for a loss or a debt. */
function signed(amount: string, unit: string, of: string): number | null {
  const value = Number(amount.replaceAll(",", "")) * (UNITS[unit.toLowerCase()] ?? 1);
  if (!Number.isFinite(value)) return null;
  return BAD.test(of) ? -Math.abs(value) : value;
}
