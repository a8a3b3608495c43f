import { z } from "zod";

/** The address of a server; a password in it would be refused by the client, and shown wherever the address is. */
export const serverUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .refine((url) => !URL.canParse(url) || (new URL(url).username === "" && new URL(url).password === ""), {
    error: "must have no user name and password in it",
  });
