import { z } from "zod";

/**
 * The address of a server. A password in it is refused: the client would reject it, and every place that shows the
 * address would reveal it.
 */
export const serverUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https URL" })
  .refine((url) => !URL.canParse(url) || (new URL(url).username === "" && new URL(url).password === ""), {
    error: "must not contain a user name or password",
  });
