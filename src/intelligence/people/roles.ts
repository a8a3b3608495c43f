/** A role as a text names it. */
export interface Role {
  /** Such as "Chief Executive Officer". */
  name: string;
  /** 1 leads the company; larger ranks are further down. */
  rank: number;
}

/** A place in a text that names one or more roles of one person: "founder and chief executive". */
export interface RoleSpan {
  start: number;
  end: number;
  roles: Role[];
  isFormer: boolean;
}

/** The fields of chief officers, by abbreviation. */
const OFFICERS: Readonly<Record<string, string>> = {
  ceo: "Executive",
  cfo: "Financial",
  coo: "Operating",
  cto: "Technology",
  cio: "Information",
  cmo: "Marketing",
  cpo: "Product",
  chro: "Human Resources",
  ciso: "Information Security",
  cso: "Sustainability",
};

const OFFICER_WORDS =
  "executive|financial|finance|operating|operations|technology|technical|information|marketing|product|people|human\\s+resources|information\\s+security|security|sustainability|commercial|legal|risk|compliance|strategy|medical|scientific|science|data|digital|investment|revenue|communications|administrative|creative|design|engineering|customer|brand|growth|diversity|innovation|privacy|procurement";

/** Ranks of the chief executive and the heads of finance and operations. Other chief officers have `OTHER_CHIEF`. */
const CHIEF_RANK: Readonly<Record<string, number>> = {
  executive: 1,
  financial: 3,
  finance: 3,
  operating: 3,
  operations: 3,
};
const OTHER_CHIEF = 4;

/** Patterns of single roles, longer before shorter ones. The name is a title in the usual word order. */
const ROLES: readonly [pattern: string, role: (match: string) => Role][] = [
  [
    `chief\\s+(?:${OFFICER_WORDS})(?:\\s+officer)?`,
    (match) => {
      const field = match
        .toLowerCase()
        .replace(/^chief\s+|\s+officer$/g, "")
        .replace(/\s+/g, " ");
      return { name: `Chief ${titleCase(field)} Officer`, rank: CHIEF_RANK[field] ?? OTHER_CHIEF };
    },
  ],
  [
    `(?:${Object.keys(OFFICERS).join("|")})`,
    (match) => {
      const field = OFFICERS[match.toLowerCase()] ?? "";
      return { name: `Chief ${field} Officer`, rank: CHIEF_RANK[field.toLowerCase()] ?? OTHER_CHIEF };
    },
  ],
  ["co-?\\s?founder", () => ({ name: "Co-Founder", rank: 2 })],
  ["founder", () => ({ name: "Founder", rank: 2 })],
  ["(?:vice|deputy)[\\s-]+chair(?:man|woman|person)?", () => ({ name: "Deputy Chair", rank: 5 })],
  [
    "(?:chairman|chairwoman|chairperson|chair)(?:\\s+of\\s+the\\s+(?:supervisory\\s+)?board)?",
    () => ({ name: "Chair", rank: 2 }),
  ],
  ["managing\\s+director", () => ({ name: "Managing Director", rank: 2 })],
  ["managing\\s+partner", () => ({ name: "Managing Partner", rank: 2 })],
  ["(?:(?:senior|executive|group)\\s+)*vice[\\s-]+president", () => ({ name: "Vice President", rank: 5 })],
  ["president", () => ({ name: "President", rank: 3 })],
  ["general\\s+manager", () => ({ name: "General Manager", rank: 4 })],
  ["general\\s+counsel", () => ({ name: "General Counsel", rank: 4 })],
  ["company\\s+secretary", () => ({ name: "Company Secretary", rank: 5 })],
  ["treasurer", () => ({ name: "Treasurer", rank: 5 })],
  [
    "(?:supervisory\\s+)?board\\s+member|member\\s+of\\s+the\\s+(?:supervisory\\s+)?board",
    () => ({ name: "Board Member", rank: 6 }),
  ],
  ["(?:non-?\\s?executive|independent)\\s+director", () => ({ name: "Non-Executive Director", rank: 6 })],
  ["executive\\s+director", () => ({ name: "Executive Director", rank: 4 })],
  [
    "(?:plant|country|sales|finance|technical|creative|sustainability)\\s+(?:manager|director)",
    (match) => ({ name: titleCase(match), rank: 7 }),
  ],
  ["(?:spokesman|spokeswoman|spokesperson)", () => ({ name: "Spokesperson", rank: 8 })],
  ["(?:co-?\\s?)?owner", () => ({ name: "Owner", rank: 2 })],
];

const ONE = ROLES.map(([pattern]) => `(?:${pattern})`).join("|");
const MODIFIERS =
  "(?:(?:group|global|interim|acting|new|incoming|outgoing|current|longtime|long-time|executive|non-executive|joint|regional|senior|honorary)\\s+)*";
const FORMER = "(?:former(?:ly)?|ex-|ex\\s|previous|one-time|onetime|retired|late|ousted|departed|erstwhile)";
const SPAN = new RegExp(
  `(?<![\\p{L}\\p{N}-])((?:${FORMER}\\s*)?)${MODIFIERS}((?:${ONE})(?:\\s*(?:,?\\s+and\\s+|,\\s*|\\s*&\\s*|\\s*/\\s*)${MODIFIERS}(?:${ONE}))*)(?![\\p{L}\\p{N}])`,
  "giu",
);
const EACH = new RegExp(`(?<![\\p{L}\\p{N}])(?:${ONE})(?![\\p{L}\\p{N}])`, "giu");
const KINDS = ROLES.map(([pattern, role]) => ({ pattern: new RegExp(`^(?:${pattern})$`, "iu"), role }));

function titleCase(words: string): string {
  return words.toLowerCase().replace(/(?:^|\s)\p{L}/gu, (start) => start.toUpperCase());
}

/** Finds all places of a text that name a role, from left to right. Roles joined by "and" are one place. */
export function roleSpans(text: string): RoleSpan[] {
  return [...text.matchAll(SPAN)].map((match) => {
    const names = [...(match[2] ?? "").matchAll(EACH)].flatMap(([found]) => {
      const kind = KINDS.find(({ pattern }) => pattern.test(found));
      return kind === undefined ? [] : [kind.role(found)];
    });
    const roles = [...new Map(names.map((role) => [role.name, role])).values()];
    return { start: match.index, end: match.index + match[0].length, roles, isFormer: match[1] !== "" };
  });
}
