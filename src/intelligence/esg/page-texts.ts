import type { PageKind } from "#providers/pages/page-data";
import type { CompanyPage } from "#providers/pages/pages";
import type { OwnText } from "./derive-esg.ts";

/** Imprints and contact pages are left out. They contain legally required text about disputes, liability and data. */
const KINDS: readonly PageKind[] = ["home", "about", "team", "certifications", "sustainability"];
/** Minimum words of a line. Shorter lines are menus, buttons and headings, which state nothing. */
const SHORTEST_LINE = 4;
/** A cookie banner is not a statement about the company's conduct. */
const BANNER = /\bcookies?\b/i;

/** Returns the statements on companies' pages, one text for each page. */
export function textsOfPages(pages: ReadonlyMap<number, readonly CompanyPage[]>): OwnText[] {
  return [...pages].flatMap(([companyId, ofCompany]) =>
    ofCompany
      .filter(({ kind }) => KINDS.includes(kind))
      .map(({ finalUrl, title, text, fetchedAt }) => ({
        companyId,
        url: finalUrl,
        title: title || new URL(finalUrl).hostname,
        text: text.split("\n").filter(isStatement).join("\n"),
        retrievedAt: fetchedAt,
      })),
  );
}

function isStatement(line: string): boolean {
  return line.trim().split(/\s+/).length >= SHORTEST_LINE && !BANNER.test(line);
}
