/** A sentence that states a value. */
export interface FrameStatement {
  quote: string;
  url: string;
  publisher: string;
}

/** A value of a role that some of the articles state. */
export interface SlotValue {
  /** As written in the first statement. */
  text: string;
  /** For money and counts, in whole units. */
  amount: number | null;
  /** For money, the ISO 4217 code. */
  currency: string | null;
  /** Number of publishers that state it. */
  publishers: number;
  /** The first sentences that state it. */
  statements: FrameStatement[];
}

/** A role of a frame with its values. */
export interface FrameSlot {
  /** Such as `acquirer`, `amount`, `stage`, `place`. */
  role: string;
  /** The values, ordered by number of publishers. */
  values: SlotValue[];
  /**
   * Whether the articles give different amounts or different persons. Names do not count, because one company can be
   * written in many ways.
   */
  isDisputed: boolean;
}

/** A value of a role that one sentence states. */
export interface Filled {
  role: string;
  text: string;
  amount: number | null;
  currency: string | null;
  statement: FrameStatement;
}

const MOST_STATEMENTS = 3;
/** Values that fewer publishers give than this share of those of the first value are extraction errors. */
export const LEAST_SHARE = 0.2;
/** Two amounts that differ by at most this, relative to the larger one, are one rounded amount. */
const ROUNDED = 0.05;

/** Returns a role with what the articles state of it; what few of their publishers state is left out. */
export function slotOf(role: string, filled: readonly Filled[]): FrameSlot {
  const values: { first: Filled; key: string; all: Filled[] }[] = [];
  for (const one of filled) {
    const key = keyOf(one.text);
    const known = values.find(({ first, key: other }) =>
      one.amount === null || first.amount === null
        ? other === key || isPartOf(other, key) || isPartOf(key, other)
        : first.currency === one.currency &&
          Math.abs(first.amount - one.amount) <= ROUNDED * Math.max(first.amount, one.amount),
    );
    if (known === undefined) values.push({ first: one, key, all: [one] });
    else known.all.push(one);
  }
  const ranked = values
    .map(({ first, all }): SlotValue => {
      const ofPublisher = new Map(
        all.toReversed().map(({ statement }) => [statement.publisher || statement.url, statement]),
      );
      return {
        text: first.text,
        amount: first.amount,
        currency: first.currency,
        publishers: ofPublisher.size,
        statements: [...ofPublisher.values()].toReversed().slice(0, MOST_STATEMENTS),
      };
    })
    .sort((a, b) => b.publishers - a.publishers || (a.text < b.text ? -1 : 1));
  const least = LEAST_SHARE * (ranked[0]?.publishers ?? 0);
  const kept = ranked.filter(({ publishers }) => publishers >= least);
  // Amounts in two currencies may be the same amount.
  const currencies = kept.flatMap(({ amount, currency }) => (amount === null ? [] : [currency]));
  const isDisputed = new Set(currencies).size < currencies.length || (role === "person" && kept.length > 1);
  return { role, values: kept, isDisputed };
}

/** Returns a name without case, punctuation and legal form. */
export const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]+/gu, "")
    .replace(/\s+(?:inc|corp|co|ltd|plc|ag|se|llc|company|corporation|group|holdings)$/u, "")
    .trim();

/** Returns whether the part is whole words at either end of the other: "Bank" of "Jos A Bank". */
export const isPartOf = (part: string, whole: string): boolean =>
  whole.startsWith(`${part} `) || whole.endsWith(` ${part}`);
