import { z } from "zod";

/** A host name, an IPv4 address or a bracketed IPv6 address, then a port: `127.0.0.1:7233`. */
export const HOST_AND_PORT = /^(?:[^\s:/@,]+|\[[0-9a-f:.]+\]):\d{1,5}$/i;

/** One of several names; the message for a mistake lists all of them. */
export const oneName = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, { error: `must be ${names.slice(0, -1).join(", ")} or ${names.at(-1)}` });

/** A whole number within bounds, as the environment writes it. */
export const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number({ error: "must be a number" })
    .int("must be a whole number")
    .min(least, `must be ${least} or more`)
    .max(most, `must be ${most} or less`);

/** An amount of US dollars. */
export const usDollars = z.coerce
  .number({ error: "must be a number of US dollars" })
  .min(0, "must be 0 or more")
  .max(100_000, "must be 100000 or less");

/** A TCP port. */
export const port = z.coerce
  .number({ error: "must be a port number" })
  .int("must be a whole number")
  .min(1, "must be 1–65535")
  .max(65_535, "must be 1–65535");
