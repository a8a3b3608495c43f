import { z } from "zod";
import { expected, integer, MAX_ID, text } from "./values.ts";

const DEFAULT_PAGE_SIZE = 10;
const MAX_PAGE_SIZE = 100;

const NOT_A_PAGE = { error: "must be a whole number, 1 or more", abort: true };

/** The number of a page, counted from 1. */
export const pageNumber = () =>
  z
    .int32(NOT_A_PAGE)
    .min(1, NOT_A_PAGE)
    .default(1)
    .describe("The page number, from 1. A page after the last one is empty.");

/** The number of items on a page. */
export const pageSize = (least = 1) => {
  const bound = { error: `must be a whole number, ${least}–${MAX_PAGE_SIZE}`, abort: true };
  return z
    .int32(bound)
    .min(least, bound)
    .max(MAX_PAGE_SIZE, bound)
    .default(DEFAULT_PAGE_SIZE)
    .describe(`The number of entries per page, ${least}–${MAX_PAGE_SIZE}.`);
};

/** Converts a numbered page to the graph's `first` and `offset`. A page beyond the largest offset is past every end. */
export const asOffset = (page: number, size: number) => ({ first: size, offset: Math.min((page - 1) * size, MAX_ID) });

/** Returns how many pages some items fill. */
export const pagesOf = (items: number, size: number): number => Math.ceil(items / size);

/** The pagination of E10, and the beginning of that of E12 and E16. */
export const pagination = () => ({
  totalItems: integer().describe("The number of entries on all pages."),
  totalPages: integer().describe("The number of pages; 0 if there are no entries."),
  currentPage: integer().describe("The number of this page, from 1."),
  pageSize: integer().describe("The page size of the request."),
});

/** The pagination of a filtered list. `unfiltered` names the entries that the list has without its filters. */
export const filteredPagination = (unfiltered: string) => ({
  ...pagination(),
  unfilteredTotalItems: integer().describe(`The number of ${unfiltered}.`),
  unfilteredTotalPages: integer().describe("The number of pages that these entries would fill."),
});

interface Counts {
  page: number;
  pageSize: number;
  total: number;
}

export const paginationOf = ({ page, pageSize, total }: Counts) => ({
  totalItems: total,
  totalPages: pagesOf(total, pageSize),
  currentPage: page,
  pageSize,
});

export const filteredPaginationOf = ({ unfiltered, ...counts }: Counts & { unfiltered: number }) => ({
  ...paginationOf(counts),
  unfilteredTotalItems: unfiltered,
  unfilteredTotalPages: pagesOf(unfiltered, counts.pageSize),
});

/** A list of words in a filter, of bounded length. */
export const wordList = () =>
  z
    .array(text().max(MAX_WORD, `has more than ${MAX_WORD} characters`), expected("a list of strings"))
    .max(MAX_WORDS, `has more than ${MAX_WORDS} entries`);
const MAX_WORD = 500;
const MAX_WORDS = 200;

/** A text in a filter. */
export const word = () => text().max(MAX_WORD, `has more than ${MAX_WORD} characters`);
