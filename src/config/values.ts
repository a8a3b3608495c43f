import { z } from "zod";

/** A whole number within bounds, as the environment writes it. */
export const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number({ error: "must be a number" })
    .int("must be a whole number")
    .min(least, `must be ${least} or more`)
    .max(most, `must be ${most} or less`);
