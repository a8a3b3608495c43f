import type { FieldChange, Notice, NoticeCause } from "#notices/notice";

/** A line of a notice's text, with the lines that explain it. */
export interface TextPart {
  line: string;
  below: string[];
}

/** Length at which values are cut, so that one description does not fill a page. */
const LONGEST = 400;

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "nothing";
  const text = Array.isArray(value)
    ? value.map(shown).join(", ") || "nothing"
    : typeof value === "object"
      ? Object.entries(value)
          .map(([name, part]) => `${name} ${shown(part)}`)
          .join(", ")
      : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

const changeLine = ({ field, before, after }: FieldChange): string => `${field}: ${shown(before)} → ${shown(after)}`;

const sourceLine = ({ source, line, url, at }: NoticeCause["sources"][number]): string =>
  `Source: ${source}${line === null ? "" : `, line ${line}`}, ${at.slice(0, 10)}${url === null ? "" : `, ${url}`}`;

/** Returns a notice's text for people, beside its title: each cause with before, after and source, then the criteria. */
export function noticeText({ data: { causes = [], criteria = [] } }: Pick<Notice, "data">): TextPart[] {
  const ofCauses = causes.map(({ summary, changes, sources }) => ({
    line: summary,
    below: [...changes.map(changeLine), ...sources.map(sourceLine)],
  }));
  return criteria.length === 0
    ? ofCauses
    : [...ofCauses, { line: "Criteria with another outcome:", below: criteria.map(changeLine) }];
}
