/**
 * Numbers strings in the order of their arrival. Numbers continue after those of another numbering, which stays as it
 * is.
 */
export class Numbering {
  /** The strings that this numbering added. */
  readonly strings: string[];
  private readonly numbers: Map<string, number>;
  private readonly first: number;

  constructor(
    strings: readonly string[] = [],
    private readonly below: Numbering | null = null,
  ) {
    this.strings = [...strings];
    this.first = below?.size ?? 0;
    this.numbers = new Map(strings.map((text, i) => [text, this.first + i]));
  }

  get size(): number {
    return this.first + this.strings.length;
  }

  /** Undefined for an unknown string. */
  numberOf(text: string): number | undefined {
    return this.below?.numberOf(text) ?? this.numbers.get(text);
  }

  /** Returns the number of a string; a new string gets the next number. */
  of(text: string): number {
    const known = this.numberOf(text);
    if (known !== undefined) return known;
    const number = this.size;
    this.numbers.set(text, number);
    this.strings.push(text);
    return number;
  }

  at(number: number): string | undefined {
    return number < this.first ? this.below?.at(number) : this.strings[number - this.first];
  }
}

/** The numbers of words, places and labels in an index. */
export interface Numberings {
  terms: Numbering;
  places: Numbering;
  labels: Numbering;
}
