import { type Role, roleSpans } from "./roles.ts";

/** Titles that the patterns for sentences lack, by their beginning. The ranks are those of `roles.ts`. */
const OTHER_TITLES: readonly [pattern: RegExp, rank: number][] = [
  [
    /^(?:vorstandsvorsitzende|vorsitzende\p{L}* des vorstands|director general|directora general|verkställande direktör|toimitusjohtaja)/iu,
    1,
  ],
  [
    /^(?:geschäftsführ|vorstand|inhaber|gérant|directeur général|directrice générale|président|gerente|administrador|amministratore|presidente|direttore generale)/iu,
    2,
  ],
  [/^(?:prokurist|director|directeur)/iu, 5],
  [/^(?:vorsitzende\p{L}* des aufsichtsrats|members? of the|head of)/iu, 6],
];
/** Rank of a title that does not show the position in the company. */
const OTHER_RANK = 9;
const LONGEST_TITLE = 100;

/**
 * Reads the roles in a title from a list or from markup. Known roles get their usual names ("CEO" is Chief Executive
 * Officer); others stay as written. A text that is too long for a title has none.
 */
export function rolesOfTitle(title: string): { role: Role; isFormer: boolean }[] {
  const text = title.replace(/\s+/g, " ").trim();
  if (text === "" || text.length > LONGEST_TITLE) return [];
  const [known] = roleSpans(text.replace(/\b(director|partner|officer|manager|member|owner)s\b/giu, "$1"));
  // "Assistant to the CEO" is not the CEO.
  if (known?.start === 0) return known.roles.map((role) => ({ role, isFormer: known.isFormer }));
  const rank = OTHER_TITLES.find(([pattern]) => pattern.test(text))?.[1] ?? OTHER_RANK;
  return [{ role: { name: text, rank }, isFormer: false }];
}
