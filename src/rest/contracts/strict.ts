import { z } from "zod";
import { expected } from "./values.ts";

/**
 * Makes an object that refuses unknown fields by name: for parts of a request where ignoring one would change the
 * result.
 */
export const strictFields = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `has no field ${(issue.keys as string[]).map((key) => `"${key.slice(0, 100)}"`).join(", ")}`
        : expected("an object").error(issue),
  });

/** One of a closed set of words; the message for another word lists the set. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, expected(`one of: ${words.join(", ")}`));

export const order = () => oneOf(["asc", "desc"]);
