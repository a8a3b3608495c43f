import { placeSlips, sharedNames } from "./place-spelling.ts";
import { type QuestionReading, readQuestion } from "./question-reading.ts";
import type { SearchCriteria } from "./search-criteria.ts";
import { unreadLanguage } from "./unread-language.ts";
import type { OrderMeasure } from "./wished-order.ts";

/** How a market's companies can be put in an order. */
const ORDERED: Record<OrderMeasure, string> = {
  employees: "order the companies of the market by employees afterwards",
  revenue: "add a column that asks for the revenue, and order by it",
  marketCap: "add a column that asks for the market capitalisation, and order by it",
  founded: "add a column that asks for the year of founding, and order by it",
  other: "order the companies of the market by employees afterwards, or add a column and order by it",
};

/**
 * Returns notes for people about a language that is not translated, and about places and orders that a question asks
 * for and no search obeys. They say what helps.
 */
export function readingNotes({ userPrompt }: Pick<SearchCriteria, "userPrompt">): string[] {
  if (userPrompt === "") return [];
  const reading = readQuestion(userPrompt);
  const language = unreadLanguage(userPrompt);
  return [
    ...(language === null
      ? []
      : [
          `The question seems to be in ${language}, which is not translated, so its words were searched for as they are: ask in English, German, French or Spanish.`,
        ]),
    ...placeSlips(userPrompt).map(([said, place]) => `“${said}” was read as “${place}”.`),
    ...sharedNames(userPrompt).map(
      ({ said, countries }) =>
        `“${said}” was read as ${countries.join(" and ")}: name one of them if you mean only that one.`,
    ),
    ...reading.unknownPlaces.map(
      (name) =>
        `“${name}” is no place that is known here, so no place was set for it: name a larger place nearby or its country.`,
    ),
    ...reading.orders.map(
      ({ text, measure }) =>
        `“${text}” was not used: a discovery ranks companies by how well they fit. Instead, ${ORDERED[measure]}.`,
    ),
  ];
}

/** Returns what these notes are about, in the question's words. */
export const unusedWishes = ({ unknownPlaces, orders }: QuestionReading): string[] => [
  ...unknownPlaces,
  ...orders.map(({ text }) => text),
];
