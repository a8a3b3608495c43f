import type { Command } from "commander";

/** The API's fields that options and arguments set, where their names differ. */
const FIELDS: Record<string, string> = {
  every: "everyMinutes",
  events: "eventFilter",
  limit: "first",
  market: "marketId",
  maxCost: "maxCostUsd",
  maxUsers: "maxUsersCount",
  monitor: "monitorId",
  overlap: "overlapHours",
  records: "recordIds",
  team: "teamId",
  webhook: "webhookId",
};

/** Returns the fields that a command sets, with the option or argument as its help writes it. */
function fieldsOf(command: Command): Map<string, string> {
  const given = [
    ...command.registeredArguments.map((argument) => [argument.name(), `<${argument.name()}>`] as const),
    ...command.options.map((option) => [option.attributeName(), option.long ?? option.flags] as const),
  ];
  return new Map(given.map(([name, shown]) => [FIELDS[name] ?? name, shown]));
}

/** Parts of the API's input in which a field may be named: "searchCriteria.count". */
const WITHIN = "(?:input\\.|searchCriteria\\.|filters\\.)?";

/**
 * Returns a message about a wrong input with the names of the command's options instead of the API's fields. A name of
 * one word may also be a word of the sentence. It is replaced only where a message begins with it or asks for it.
 */
export function inOptions(message: string, command: Command | undefined): string {
  if (command === undefined) return message;
  let told = message;
  for (const [field, shown] of fieldsOf(command)) {
    const isWord = /^[a-z]+$/.test(field);
    const before = isWord ? "(?<=^|\\bgive |\\bgive \\S+ or )" : "(?<![\\w.-])";
    told = told.replace(new RegExp(`${before}${WITHIN}${field}(?![\\w-])`, "g"), () => shown);
  }
  return told;
}
