import type { CompanyPage } from "../pages.ts";

/** A fact with the page and the words that state it. */
export interface Sourced<T> {
  value: T;
  pageUrl: string;
  /** As on the page: a line or sentence of its text, or the value in its markup. */
  quote: string;
  /** "markup": JSON-LD, meta elements and the like, made for machines. "text": read by a rule from the page's words. */
  method: "markup" | "text";
}

const LONGEST_QUOTE = 300;

export function sourced<T>(value: T, page: CompanyPage, quote: string, method: "markup" | "text"): Sourced<T> {
  return { value, pageUrl: page.finalUrl, quote: quote.slice(0, LONGEST_QUOTE).toWellFormed(), method };
}

/** Returns the non-blank lines of a page's text. */
export function linesOf(page: Pick<CompanyPage, "text">): string[] {
  return page.text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
