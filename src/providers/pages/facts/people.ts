import type { PageKind, PagePerson } from "../page-data.ts";
import type { CompanyPage } from "../pages.ts";
import { linesOf, type Sourced, sourced } from "./sourced.ts";

const PEOPLE_KINDS: readonly PageKind[] = ["imprint", "team", "about", "contact"];

/** Roles as companies write them, at the beginning or end of a line. */
const ROLE =
  "(?:(?:Co-)?Founder(?: (?:and|&) (?:CEO|CTO|Managing Director))?|(?:Group )?C[EFOTIMPH]O|Chief [A-Z]\\p{L}+(?: [A-Z]\\p{L}+)? Officer|(?:Executive |Non-Executive |Deputy )?Chair(?:man|woman|person)?(?: of the (?:Executive |Supervisory |Management )?Board)?|(?:Vice |Senior Vice |Executive Vice )?President|Managing Directors?|Managing Partners?|Executive Directors?|General Managers?|Directors?|Head of [A-Z]\\p{L}+(?: [A-Z]\\p{L}+)?|Owner|Board Members?|Members? of the (?:Executive |Management |Supervisory )?Board|Geschäftsführer(?:in|innen|innen und Geschäftsführer)?|Geschäftsführung|Geschäftsführende[rn]? Gesellschafter(?:in)?|Vorstand(?:svorsitzende[rn]?)?|Vorsitzende[rn]? des (?:Vorstands|Aufsichtsrats)|Inhaber(?:in)?|Prokurist(?:in)?|Gérante?|Directeur général|Directrice générale|Président(?:e)?|Directeur de la publication|Director General|Directora General|Gerente|Administrador|Amministratore (?:Delegato|Unico)|Presidente|Direttore Generale|Verkställande direktör|Toimitusjohtaja|Directeur)";
const ROLE_THEN_NAMES = new RegExp(`^(${ROLE})(?:\\s*\\([^)]{1,30}\\))?\\s*(?::|[–—-]\\s|\\n)\\s*(.+)$`, "u");
const ROLE_ALONE = new RegExp(`^(${ROLE})(?:\\s*[,&/]\\s*${ROLE})*\\s*:?$`, "u");
const NAME_THEN_ROLE = new RegExp(
  `^(.{3,60}?)\\s*(?:,|[–—|]|\\s-)\\s*(${ROLE}(?:\\s*(?:,|&|and|und)\\s*${ROLE})?)$`,
  "u",
);

/** Titles before or after a name that do not belong to it. */
const TITLES =
  /\b(?:Prof|Dr|Dipl|Ing|Mag|Mr|Mrs|Ms|Herr|Frau|MBA|PhD|M\.?Sc|B\.?Sc|LL\.?M|rer|nat|med|jur|h\.?c|Kfm|Kffr)\b\.?(?:-(?:Ing|Kfm|Kffr|Wirt)\.?)?/g;
const PARTICLE = /^(?:van|von|vom|zu|zur|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ten|ter|y|e)$/;
const NAME_WORD = /^(?:\p{Lu}\.|\p{Lu}[\p{L}’'-]*\p{Ll}[\p{L}’'-]*)$/u;
/** Capitalised words of headings that are no part of a name. */
const NO_NAME =
  /^(?:The|Our|Your|About|Contact|Team|Meet|Company|Management|Board|Leadership|People|Careers?|News|Home|Read|More|Learn|Sales|Service|Support|Office|Group|Global|International|Ltd|Limited|Inc|Llc|Gmbh|Ag|Kg|Sa|Bv|Plc|Corp|Corporation|Director|Manager|President|Officer|Chief|Chair|Chairman|Founder|Owner|Head|Vice|Executive|Email|Phone|Tel|Fax|Street|Register|Registergericht|Amtsgericht|Handelsregister|Telefon|Kontakt|Impressum|Vertreten|Sitz|Geschäftsführer|Vorstand|Aufsichtsrat|Linkedin|Privacy|Terms|All|Rights|Copyright|University)$/i;
const MOST_PEOPLE = 40;
const LONGEST_LINE = 200;

/**
 * Returns people whom the company's pages name with a role. They stand in the markup, in lines such as "Managing
 * Director: Jane Doe" and "Jane Doe, CEO", and, on the team page, as a name above a role. Skips doubtful lines.
 */
export function findPeople(pages: readonly CompanyPage[]): Sourced<PagePerson>[] {
  const found = new Map<string, Sourced<PagePerson>>();
  const add = (person: PagePerson, page: CompanyPage, quote: string, method: "markup" | "text") => {
    const key = person.name.toLowerCase();
    if (!found.has(key) && found.size < MOST_PEOPLE) found.set(key, sourced(person, page, quote, method));
  };
  for (const page of pages) {
    // People in the markup of other pages may be authors or customers.
    const others = PEOPLE_KINDS.includes(page.kind) ? page.data.people : [];
    const marked = [...page.data.organizations.flatMap(({ people }) => people), ...others];
    for (const person of marked) add(person, page, `${person.name}, ${person.role}`, "markup");
  }
  for (const page of pages) {
    if (!PEOPLE_KINDS.includes(page.kind)) continue;
    const lines = linesOf(page);
    for (const [at, line] of lines.entries())
      for (const { person, quote } of readLine(line, lines[at + 1] ?? "", page.kind)) add(person, page, quote, "text");
  }
  return [...found.values()];
}

function readLine(line: string, below: string, kind: PageKind): { person: PagePerson; quote: string }[] {
  if (line.length > LONGEST_LINE || below.length > LONGEST_LINE) return [];
  const [, roleBefore, names] = ROLE_THEN_NAMES.exec(line) ?? [];
  if (roleBefore !== undefined && names !== undefined)
    return namesIn(names).map((name) => ({ person: { name, role: roleBefore }, quote: line }));
  const [, nameBefore, role] = NAME_THEN_ROLE.exec(line) ?? [];
  const name = nameBefore === undefined ? null : personName(nameBefore);
  if (name !== null && role !== undefined) return [{ person: { name, role }, quote: line }];
  const quote = `${line}\n${below}`;
  // "Geschäftsführer:" with the names on the next line; without the colon only where a page lists people by role.
  if (ROLE_ALONE.test(line) && line.endsWith(":"))
    return namesIn(below).map((found) => ({ person: { name: found, role: line.replace(/\s*:$/, "") }, quote }));
  const above = personName(line);
  if (kind === "team" && above !== null && ROLE_ALONE.test(below))
    return [{ person: { name: above, role: below.replace(/\s*:$/, "") }, quote }];
  return [];
}

/** Reads "Dr. Jane Doe, John Roe und Ann Poe": all names, or none when a part is no name. */
function namesIn(text: string): string[] {
  const parts = text.replace(/\([^)]*\)/g, " ").split(/\s*(?:,|;|\/|&|\bund\b|\band\b|\bet\b|\bsowie\b)\s*/u);
  const names = parts.filter((part) => part.replace(TITLES, "").replace(/[.\s]/g, "") !== "").map(personName);
  return names.every((name) => name !== null) ? names : [];
}

/** Returns a person's name without titles; null where the words are not surely one. */
function personName(text: string): string | null {
  const words = text
    .replace(TITLES, " ")
    .replace(/^[\s.,-]+|[\s,;:-]+$/g, "")
    .split(/\s+/);
  if (words.length < 2 || words.length > 5) return null;
  if (!words.every((word) => PARTICLE.test(word) || NAME_WORD.test(word)) || words.some((word) => NO_NAME.test(word)))
    return null;
  const [first = "", last = words.at(-1) ?? ""] = [words[0], words.at(-1)];
  return PARTICLE.test(first) || PARTICLE.test(last) || last.endsWith(".") ? null : words.join(" ");
}
