import { z } from "zod";

/** The contract's identifiers are positive integers that fit a signed 32-bit integer. */
export const MAX_ID = 2 ** 31 - 1;
const NOT_AN_ID = "must be a positive integer below 2^31";

/** Returns messages that say what a value must be, or that it is missing; the dispatcher adds the field's name. */
export const expected = (what: string) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? "is missing" : `must be ${what}`),
});

export const identifier = (description: string) =>
  z
    .int32({ error: NOT_AN_ID, abort: true })
    .min(1, NOT_AN_ID)
    .meta({ description, examples: [1] });

/** Text without U+0000, which cannot be stored. Stated for the reader; the adapter refuses it for all values at once. */
const STORABLE = "^[^\\u0000]*$";
/** The same, with more than white space. */
export const NOT_BLANK = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$";

export const text = () => z.string(expected("a string")).meta({ pattern: STORABLE });
/** Text that its domain refuses when blank. */
export const filledText = () => z.string(expected("a string")).meta({ minLength: 1, pattern: NOT_BLANK });
export const texts = () => z.array(text(), expected("a list of strings"));
/**
 * A boolean with one value, stated by excluding the other. From a boolean constant, generators make code that does not
 * compile (openapi-generator for Java, up to 7.25 at least).
 */
export const always = <Value extends boolean>(value: Value) =>
  z.literal(value).meta({
    override: ({ jsonSchema }) => {
      delete jsonSchema.const;
      jsonSchema.not = { const: !value };
    },
  });
export const flag = () => z.boolean(expected("true or false"));

/** An identifier or a count in an answer. */
export const integer = () => z.int().min(0).max(MAX_ID);

/** A time as in every answer: ISO 8601 in UTC, with milliseconds and `Z`. */
export const timestamp = () => z.iso.datetime({ precision: 3 });
