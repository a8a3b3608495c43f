import { type NameSpot, nameFinder } from "#companies/linking/mentions";
import { sentences } from "#foundation/language/tokenize";
import { type NameMatch, nameAt, nameBefore } from "./person-names.ts";
import { type Role, type RoleSpan, roleSpans } from "./roles.ts";

/** A person to whom one sentence gives a role in the company. */
export interface PersonMention {
  name: string;
  role: Role;
  isFormer: boolean;
  /** The sentence. */
  quote: string;
}

export interface PeopleText {
  /** Sentences or whole paragraphs; "" when there is none. */
  title: string;
  text: string;
  /** True for the company's own text, where "our chief executive" is that of the company. */
  isOwn: boolean;
}

/** The company whose people are read, with the words by which the text was linked to it. */
export interface Employer {
  name: string;
  domain: string;
  quotes?: readonly string[];
}

/** Maximum characters that are read of a text, and of a sentence. */
const MAX_TEXT = 40_000;
const MAX_SENTENCE = 600;

const NAMING =
  "(?:appoint(?:s|ed)?|nam(?:es|ed)|elect(?:s|ed)?|hir(?:es|ed)|promot(?:es|ed)|taps|tapped|picks|picked|makes|made|nominat(?:es|ed)|confirm(?:s|ed))";
const LEAVING =
  "(?:steps|stepped|stepping|stands|stood)\\s+down|resign(?:s|ed)|quits|quit|retir(?:es|ed)|leaves|left|departs|departed|was\\s+(?:fired|ousted|dismissed|sacked|removed)";
const LEAVING_AFTER = new RegExp(String.raw`^\s*,?\s*(?:(?:has|had)\s+)?(?:${LEAVING})\b`, "iu");
const FORMER_AT_END = /\b(?:former|ex-?|previous|one-time|onetime)\s*$/iu;
const ARTICLE = "(?:(?:the|a|an|its|their|our|his|her|new|current|company['’]s|group['’]s|firm['’]s|then)\\s+)*";

/** Text between a name and the role that follows it. The group matches a departure. */
const NAME_THEN_ROLE = new RegExp(
  String.raw`^(?:\s*,\s*(?:who\s+(?:is|was|serves?|served|has\s+been)\s+(?:as\s+)?)?|\s*\(\s*|\s+(?:is|was|serves?\s+as|served\s+as|remains|becomes|became|(?:has|had)\s+(?:been|become)|will\s+(?:be|become)|to\s+be(?:come)?|joins\s+as|joined\s+as|takes\s+over\s+as|took\s+over\s+as|returns\s+as|as)\s+|\s+(?:(?:has|had)\s+been|was|is|were)\s+${NAMING}\s+(?:as\s+|to\s+(?:be\s+|the\s+post\s+of\s+)?)?|\s+(?:(?:has|had|will)\s+)?(${LEAVING})\s+(?:as|from\s+(?:his|her|the)\s+(?:post|role|job)\s+as)\s+)${ARTICLE}$`,
  "iu",
);
/** Text between a name and its role after a verb of naming: "appoints Jane Doe as chief executive". */
const NAMED_AS = new RegExp(
  String.raw`^\s*,?\s*(?:as|to\s+be(?:come)?|to\s+succeed\s+[^,]+\s+as|to)?\s*${ARTICLE}$`,
  "iu",
);
const NAMING_AT_END = new RegExp(String.raw`\b${NAMING}\s+$`, "iu");
const OF_ORGANISATION = /^\s*(?:of|at|for|with|from)\s+(?:the\s+)?/iu;
const THE_COMPANY =
  /^(?:company|group|firm|bank|business|maker|retailer|manufacturer|airline|carmaker|insurer|start-?up)\b/iu;
/** The name of an organisation right before a role: "Acme's", "Acme". */
const ORGANISATION_BEFORE =
  /(?:[\p{Lu}\p{N}][\p{L}\p{M}\p{N}&.'’-]*\s+)*[\p{Lu}][\p{L}\p{M}\p{N}&.-]*(?:['’]s?)?\s+(?:the\s+)?$/u;
/** Words with a capital at the start of a sentence that are not names. */
const OPENING_WORD =
  /^(?:the|its|our|their|new|a|an|in|for|as|but|and|when|while|after|his|her|former|outgoing|incoming)\s+$/iu;
const FOUNDED_BY =
  /\b(?:co-?\s?founded|founded|set\s+up|started|established)\s+(?:in\s+(?:\p{Lu}\p{L}+\s+)?\d{4}\s+)?by\s+/giu;
const FOUNDED = /^\s+(?:co-?\s?founded|founded)\s+/iu;

/**
 * Reads people to whom a text gives a role in the company. Examples: "Jane Doe, chief executive of Acme", "Acme CEO
 * Jane Doe", "Acme appoints Jane Doe as chair", "founded by Jane Doe". One sentence must have the name, the role and
 * the link to the company. The link is the company beside the role or, if no other organisation is there, anywhere in
 * the sentence. The patterns are our own.
 */
export function readPeople({ title, text, isOwn }: PeopleText, employer: Employer): PersonMention[] {
  const find = nameFinder(employer, employer.quotes);
  const body = text.slice(0, MAX_TEXT);
  const all = [title, ...sentences(body).map(({ start, end }) => body.slice(start, end))];
  return all
    .filter((sentence) => sentence !== "" && sentence.length <= MAX_SENTENCE)
    .flatMap((sentence) => {
      const spots = find(sentence);
      if (spots.length === 0 && !isOwn) return [];
      return new SentenceReader(sentence, spots, isOwn).mentions();
    });
}

/** Whether the organisation beside a role is the company. */
type Tie = "company" | "other" | "none";

class SentenceReader {
  constructor(
    private readonly text: string,
    private readonly spots: readonly NameSpot[],
    private readonly isOwn: boolean,
  ) {}

  mentions(): PersonMention[] {
    const found = [...roleSpans(this.text).flatMap((span) => this.ofRole(span)), ...this.founders()];
    const unique = new Map(found.map((mention) => [`${mention.name}/${mention.role.name}`, mention]));
    return [...unique.values()];
  }

  private ofRole(span: RoleSpan): PersonMention[] {
    const after = this.tieAfter(span.end);
    const person = this.personBefore(span) ?? this.personAfter(span, after.end);
    if (person === null) return [];
    const tie = after.tie === "none" ? person.tie : after.tie;
    if (tie === "other") return [];
    // Countries and clubs have presidents and chairs too, so these roles need the company beside them.
    const needsTie = span.roles.every(({ name }) => name === "President" || name === "Chair" || name === "Owner");
    if (tie === "none" && needsTie && !this.isOwn) return [];
    return span.roles.map((role) => this.mention(person.match, role, span.isFormer || person.isFormer));
  }

  /** Reads the organisation after the role: "of Acme", "of the company", "of Rival". */
  private tieAfter(end: number): { tie: Tie; end: number } {
    const of = OF_ORGANISATION.exec(this.text.slice(end));
    if (of === null) return { tie: "none", end };
    const at = end + of[0].length;
    const spot = this.spots.find(({ start }) => start === at);
    if (spot !== undefined) return { tie: "company", end: spot.end };
    const rest = this.text.slice(at);
    if (THE_COMPANY.test(rest)) return { tie: "none", end };
    return { tie: /^\p{Lu}/u.test(rest) ? "other" : "none", end };
  }

  /**
   * Finds the person before a role: "Jane Doe, chief executive", "Jane Doe, Acme's chief executive", "appoints Jane Doe
   * chief executive".
   */
  private personBefore({ start }: RoleSpan): { match: NameMatch; isFormer: boolean; tie: Tie } | null {
    const own = this.spotBefore(start);
    const edge = own?.start ?? start;
    for (let at = edge; at > Math.max(0, edge - 60); at--) {
      if (!/[\p{L}]/u.test(this.text.charAt(at - 1)) || /[\p{L}\p{M}]/u.test(this.text.charAt(at))) continue;
      const between = this.text.slice(at, edge);
      const joined = NAME_THEN_ROLE.exec(between);
      const match = joined !== null || NAMED_AS.test(between) ? nameBefore(this.text, at) : null;
      if (match === null || this.isCompany(match)) continue;
      const tie: Tie = own === undefined ? "none" : "company";
      const naming = NAMING_AT_END.exec(this.text.slice(0, match.start));
      if (naming !== null) return { match, isFormer: false, tie: this.isSubject(naming.index) ? "company" : tie };
      if (joined !== null) return { match, isFormer: joined[1] !== undefined, tie };
    }
    return null;
  }

  /** Returns whether the company stands right before a verb: "Acme has named". */
  private isSubject(verb: number): boolean {
    return this.spots.some(
      ({ end }) => end <= verb && /^\s+(?:has\s+|had\s+|will\s+|to\s+)?$/u.test(this.text.slice(end, verb)),
    );
  }

  /**
   * Finds the person after a role: "Acme CEO Jane Doe", "chief executive of Acme, Jane Doe", "the company's CEO, Jane
   * Doe".
   */
  private personAfter(
    { start, end }: RoleSpan,
    afterTie: number,
  ): { match: NameMatch; isFormer: boolean; tie: Tie } | null {
    const match = nameAt(this.text, Math.max(end, afterTie));
    if (match === null || this.isCompany(match)) return null;
    const own = this.spotBefore(start);
    const isFormer =
      LEAVING_AFTER.test(this.text.slice(match.end)) ||
      (own !== undefined && FORMER_AT_END.test(this.text.slice(0, own.start)));
    return { match, isFormer, tie: own === undefined ? this.tieBefore(start) : "company" };
  }

  /** Returns the company's name right before a role: "Acme's chief executive", "Acme CEO". */
  private spotBefore(start: number): NameSpot | undefined {
    return this.spots.find(({ end }) => end <= start && /^(?:['’]s?)?\s+$/u.test(this.text.slice(end, start)));
  }

  private tieBefore(start: number): Tie {
    const organisation = ORGANISATION_BEFORE.exec(this.text.slice(0, start))?.[0];
    return organisation === undefined || OPENING_WORD.test(organisation) ? "none" : "other";
  }

  private founders(): PersonMention[] {
    const founder: Role = { name: "Founder", rank: 2 };
    const found: PersonMention[] = [];
    for (const match of this.text.matchAll(FOUNDED_BY)) {
      // "Acme, founded by …": no other capitalised word is between the company and the verb.
      if (!this.isOwn && !this.isJustBefore(match.index)) continue;
      let at: number | null = match.index + match[0].length;
      while (at !== null) {
        const person: NameMatch | null = nameAt(this.text, at);
        if (person === null || this.isCompany(person)) break;
        found.push(this.mention(person, founder, false));
        const next = /^\s*(?:,\s*(?:and\s+)?|and\s+|&\s+)/u.exec(this.text.slice(person.end));
        at = next === null ? null : person.end + next[0].length;
      }
    }
    for (const { start, end } of this.spots) {
      // "founded Acme rival Zenith" is about another company.
      if (
        /^['’]?s?\s+\p{L}/u.test(this.text.slice(end)) &&
        !/^\s+(?:in|and|with|to|as|at|after|from|together)\b/u.test(this.text.slice(end))
      )
        continue;
      const verb = /\s+(?:co-?\s?founded|founded)\s+$/iu.exec(this.text.slice(0, start));
      const person = verb === null ? null : nameBefore(this.text, verb.index);
      if (person !== null && FOUNDED.test(this.text.slice(person.end)))
        found.push(this.mention(person, founder, false));
    }
    return found;
  }

  private isJustBefore(at: number): boolean {
    return this.spots.some(({ end }) => end <= at && !/\p{Lu}|[;:]/u.test(this.text.slice(end, at)));
  }

  private isCompany(match: NameMatch): boolean {
    return this.spots.some(({ start, end }) => start < match.end && match.start < end);
  }

  private mention({ name }: NameMatch, role: Role, isFormer: boolean): PersonMention {
    return { name, role, isFormer, quote: this.text.trim() };
  }
}
