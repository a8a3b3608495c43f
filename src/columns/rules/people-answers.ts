import { readPeople } from "#intelligence/people/read-people";
import { roleSpans } from "#intelligence/people/roles";
import {
  type Answer,
  type Material,
  type Mention,
  type QuestionReading,
  recordSource,
  type SourceText,
  type Unsaid,
} from "./answer.ts";
import { coreOf } from "./record-answers.ts";

/** Questions that name a role by what its holder does. */
const BY_DEED: Readonly<Record<string, string>> = {
  "who leads": "Chief Executive Officer",
  "who runs": "Chief Executive Officer",
  "who heads": "Chief Executive Officer",
  "who founded": "Founder",
  "who cofounded": "Founder",
  "who co founded": "Founder",
  founders: "Founder",
  "who founders": "Founder",
};

/**
 * Returns the role whose holder a question asks for; null where it asks for none, for several, or for more than that.
 */
function roleOf(question: string): string | null {
  const byDeed = BY_DEED[coreOf(question)];
  if (byDeed !== undefined) return byDeed;
  const [span, ...others] = roleSpans(question);
  const [role, ...more] = span?.roles ?? [];
  if (span === undefined || role === undefined || others.length + more.length > 0 || span.isFormer) return null;
  const rest = coreOf(`${question.slice(0, span.start)} ${question.slice(span.end)}`);
  return rest === "" || rest === "who" || rest === "name" ? role.name : null;
}

const isRole = (held: string, asked: string): boolean =>
  held === asked || (asked === "Founder" && held === "Co-Founder");

/** Reads a question for the holder of a role; null for any other. */
export function readPeopleQuestion(question: string): QuestionReading | null {
  const role = roleOf(question);
  return role === null ? null : { readAs: role, readsTexts: true, answer: (material) => holderOf(role, material) };
}

/**
 * Finds the holder of a role. The newest text that gives somebody the role counts, unless the same or a newer one says
 * that they have left it.
 */
function holderOf(role: string, material: Material): Answer | Unsaid {
  const gone = new Set<string>();
  for (const { source, mentions } of mentionsByAge(material)) {
    const ofRole = mentions.filter((mention) => isRole(mention.role, role));
    for (const { name, isFormer } of ofRole) if (isFormer) gone.add(name);
    const holders = ofRole.filter(({ name, isFormer }) => !isFormer && !gone.has(name));
    const [first] = holders;
    if (first === undefined) continue;
    const named = role === "Founder" ? holders.filter(({ quote }) => quote === first.quote) : [first];
    return {
      value: [...new Set(named.map(({ name }) => name))].join(", "),
      number: null,
      quote: first.quote,
      source,
    };
  }
  return { reason: `No stored text names its ${role}.` };
}

/**
 * Returns what pages and articles say, newest first, and then the record, whose date says little about that of its
 * sentences.
 */
function mentionsByAge({ company, pages, articles }: Material): { source: SourceText; mentions: readonly Mention[] }[] {
  const read = (title: string, text: string, isOwn: boolean, quotes: string[]): Mention[] =>
    readPeople({ title, text, isOwn }, { ...company, quotes }).map((mention) => ({
      ...mention,
      role: mention.role.name,
    }));
  const dated = [
    ...pages.map((source) => ({ source, mentions: source.mentions })),
    ...articles.map((source) => ({ source, mentions: read("", source.text, false, [source.linkedBy]) })),
  ].sort((a, b) => b.source.date.getTime() - a.source.date.getTime());
  const source = recordSource(company, "description", company.description);
  return [...dated, { source, mentions: read("", company.description, true, []) }];
}
