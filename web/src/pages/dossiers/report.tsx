import Markdown from "markdown-to-jsx/react";
import type { ReactNode } from "react";
import { WideTable } from "../../parts/wide-table.tsx";
import { day, moment } from "../../parts/words.ts";

/** Matches numbers of sources after a report's sentences: "[3]", "[1, 4]". */
const NUMBERS = /\[(\d+(?:,\s*\d+)*)\](?!\()/g;

/** The heading of the report's last section: its sources, which the page has beside the report. */
const SOURCES = "\n## Sources\n";

const withoutSources = (markdown: string): string => {
  const at = markdown.lastIndexOf(SOURCES);
  return at === -1 ? markdown : markdown.slice(0, at);
};

/** Matches a date in a sentence, with or without a time; not one in an address. */
const DATES = /(?<![\w/.=?&#%-])\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z)?(?![\w/-])/g;

function spokenDate(date: string): string {
  if (Number.isNaN(Date.parse(date))) return date;
  return date.includes("T") ? moment(date) : day(date);
}

/** Turns the numbers into links to the sources beside the report, and dates into those of the page. */
const withSources = (markdown: string): string =>
  withoutSources(markdown)
    .replaceAll(DATES, spokenDate)
    .replaceAll(NUMBERS, (_all, numbers: string) =>
      numbers
        .split(/,\s*/)
        .map((number) => `[${number}](#source-${number})`)
        .join(" "),
    );

function ReportLink({ href = "", children }: { href?: string; children?: ReactNode }) {
  if (href.startsWith("#source-"))
    return (
      <a href={href} className="source-number" aria-label={`Source ${href.slice("#source-".length)}`}>
        {children}
      </a>
    );
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

function ReportTable({ children }: { children?: ReactNode }) {
  return (
    <WideTable label="Table">
      <table>{children}</table>
    </WideTable>
  );
}

/** Shows a report's Markdown as a document. Markup in it is shown as text, because some of it comes from web pages. */
export function Report({ markdown }: { markdown: string }) {
  return (
    <Markdown
      className="report"
      options={{
        disableParsingRawHTML: true,
        forceBlock: true,
        overrides: { a: ReportLink, table: ReportTable },
      }}
    >
      {withSources(markdown)}
    </Markdown>
  );
}
