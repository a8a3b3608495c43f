import { type Command, Option } from "commander";
import { wholeNumber } from "./option-values.ts";

export interface PageOptions {
  limit: string;
  offset: string;
}

/** Adds the options of a list that may be long, and of every command that is a client of the graph. */
export const pageOptions = (command: Command): Command => graphOptions(limitOptions(command));

/** Adds the options of a list that may be long. */
export const limitOptions = (command: Command): Command =>
  command
    .option("--limit <n>", "the maximum number of entries, 1 to 100", "25")
    .option("--offset <n>", "skip the first n entries", "0");

export const graphOptions = (command: Command): Command =>
  command
    .option("--team <id>", "act as this team; by default as the platform, which sees all teams")
    .addOption(new Option("--json", "print JSON").default(false));

/** Returns a page in the graph's form. @throws InvalidInputError */
export const pageOf = ({ limit, offset }: PageOptions) => ({
  first: wholeNumber(limit, "--limit"),
  offset: wholeNumber(offset, "--offset"),
});

/** Returns the line under a table: the page's position in its list, and how to see the next page. */
export function describePage({ offset }: { offset: number }, shown: number, total: number): string {
  if (shown === 0) return offset === 0 ? "" : `There are ${total}.`;
  const end = offset + shown;
  return end < total
    ? `${offset + 1}–${end} of ${total}; the next: --offset ${end}`
    : `${offset + 1}–${end} of ${total}`;
}
