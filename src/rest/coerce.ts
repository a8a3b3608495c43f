import type { z } from "zod";

type Schema = z.core.$ZodType;

/** Returns the schema inside `optional`, `default` and the like. */
function innermost(schema: Schema): Schema {
  const { def } = schema._zod;
  return "innerType" in def ? innermost(def.innerType as Schema) : schema;
}

/** Whether null is one of the schema's values. */
function isNullable(schema: Schema): boolean {
  const { def } = schema._zod;
  return def.type === "nullable" || ("innerType" in def && isNullable(def.innerType as Schema));
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Coerces a path or query parameter, which is always text, to its schema's type. Text that does not fit stays text, for
 * the schema to refuse. The schema itself does not coerce, so values of a body never are coerced.
 */
export function coerced(schema: Schema, text: string): unknown {
  switch (innermost(schema)._zod.def.type) {
    case "number":
      // The word itself: E12 has it in its path.
      if (text === "null" && isNullable(schema)) return null;
      return NUMBER.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    default:
      return text;
  }
}
