/** Numbers strings in the order of their coming, after those that another numbering has: that one stays as it is. */
export class Numbering {
  /** The strings that were numbered here. */
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

  /** Undefined: it has none. */
  numberOf(text: string): number | undefined {
    return this.below?.numberOf(text) ?? this.numbers.get(text);
  }

  /** The number of a string; a new one gets the next. */
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

/** The numbers that an index gives to words, places and labels. */
export interface Numberings {
  terms: Numbering;
  places: Numbering;
  labels: Numbering;
}
