import { InvalidInputError } from "#foundation/errors/index";
import { shownColumn } from "#foundation/files/header";
import { cleanText } from "../clean-text.ts";

/** Number of words from which a value counts as text; names and labels have fewer. */
const MIN_WORDS = 3;
/** The same in characters, for scripts without spaces. */
const MIN_SIGNS = 8;
/** Number of watched columns, so that a file of random keys does not fill the memory. */
const MAX_COLUMNS = 200;
const SAMPLE_LENGTH = 80;

interface Seen {
  filled: number;
  texts: number;
  sample: string;
}

/** Watches the unread columns, so that a column of text is not dropped silently. */
export class UnreadText {
  readonly #columns = new Map<string, Seen>();

  see(heading: string, value: unknown): void {
    if (typeof value !== "string" || value === "") return;
    let column = this.#columns.get(heading);
    if (column === undefined) {
      if (this.#columns.size === MAX_COLUMNS) return;
      column = { filled: 0, texts: 0, sample: "" };
      this.#columns.set(heading, column);
    }
    column.filled++;
    if (!isText(value)) return;
    column.texts++;
    if (column.sample === "") column.sample = value;
  }

  /** @throws InvalidInputError where at least half of a column's values are text; the user has to name its field */
  ask(): void {
    const questions = [...this.#columns].filter(([, { filled, texts }]) => texts > 0 && texts * 2 >= filled);
    if (questions.length === 0) return;
    const asked = questions.map(([heading, { sample }]) => {
      const name = shownColumn(heading);
      return `The column "${name}" holds text that nothing would read, such as "${shown(sample)}". Is it a description? Say --column "${name}=description" (or another field), or leave it out by --ignore-column "${name}"`;
    });
    throw new InvalidInputError(`${asked.join(".\n")}. Nothing was imported`);
  }
}

function isText(value: string): boolean {
  if (/^\S+$/.test(value) && !/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(value)) return false;
  const words = value.match(/\p{L}{2,}/gu)?.length ?? 0;
  return words >= MIN_WORDS || (value.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0) >= MIN_SIGNS;
}

function shown(sample: string): string {
  const text = cleanText(sample);
  return text.length > SAMPLE_LENGTH ? `${text.slice(0, SAMPLE_LENGTH - 1).toWellFormed()}…` : text;
}
