import { readProse } from "#companies/analysis/company-prose";
import type { Role } from "#companies/analysis/roles";
import type { DirectoryCompany } from "#companies/directory-company";
import { contentStem } from "#foundation/language/stem";
import { tokens } from "#foundation/language/tokenize";

/** What companies say that they do with a thing, by the verb or noun that governs it; "" says that there is business and not which. */
const CUES: [RegExp, Role | ""][] = [
  [
    /^(?:manufactur\w*|produc(?:es?|ed|ing|tion|ers?)|mak(?:es?|ing|ers?)|fabricat\w*|builds?|building|builders?|assembl(?:es?|ing|y)|grow(?:s|ing|ers?)|cultivat\w*|brew(?:s|ing)|breed(?:s|ing)|explor(?:es?|ing|ation)|mines|mining|refin(?:es?|ing)|smelt(?:s|ing)|extract(?:s|ing))$/,
    "manufacturer",
  ],
  [
    /^(?:distribut(?:es?|ing|ion|ors?)|wholesal\w*|retail(?:s|ing|ers?)?|resell\w*|sells?|selling|sale|sales|trad(?:es?|ing|ers?)|import(?:s|ing)?|deal(?:s|ing)?|stocks)$/,
    "distributor",
  ],
  [
    /^(?:operat(?:es?|ing|ion|ors?)|leas(?:es?|ing)|rent(?:s|ing|al)|manag(?:es?|ing|ement)|transports?|insures|underwrites|owns|owning|lends|invests|maintains?|treats|collects|repairs|consult(?:s|ing)|hosts|organi[sz]es|runs|constructs?|construction|contracting)$/,
    "serviceProvider",
  ],
  [
    /^(?:provid(?:es?|ing|er|ers)|offer(?:s|ing)?|develop(?:s|ing|ment)?|design(?:s|ing)?|suppl(?:y|ies|ying)|deliver(?:s|ing)?|market(?:s|ing)?|engage[sd]?|engages|involved|focus(?:es|ed)?|commerciali[sz]\w*|process(?:es|ing)|export(?:s|ing)?|install(?:s|ing)|services)$/,
    "",
  ],
];
const ENDS =
  /^(?:for|to|in|through|under|which|that|with|by|using|used|from|as|including|at|on|via|throughout|into|its|their|is|are|was)$/;
const SERVICE = /^(?:services?|consultancy|consulting|outsourcing|insurance|logistics|leasing|rental|banking)$/;
const SOFTWARE = /^(?:software|saas|apps?|platforms?)$/;
/** Where making and selling are told together, the making tells more. */
const ORDER: (Role | "")[] = ["manufacturer", "serviceProvider", "distributor", ""];
const SENTENCES = 3;
const LONGEST = 5;

/** A thing that a company says it makes, sells, runs or programs: its stems, the head last. */
export interface RolePhrase {
  stems: string[];
  role: Role;
}

/** The things in a company's first sentences with the role that it has towards each. */
export function rolePhrases({ description, name }: DirectoryCompany): RolePhrase[] {
  const found: RolePhrase[] = [];
  const { mainBusiness, business } = readProse(description, name);
  if (!mainBusiness) return found;
  for (const span of [mainBusiness, ...business.slice(1, SENTENCES)]) {
    let role: Role | "" = "";
    let isRun = false;
    let isOpen = false;
    let phrase: string[] = [];
    const text = description.slice(span.start, span.end);
    const close = (): void => {
      const last = phrase.at(-1) ?? "";
      const stems = phrase.flatMap((word) => contentStem(word) ?? []);
      const own = SERVICE.test(last)
        ? "serviceProvider"
        : phrase.some((word) => SOFTWARE.test(word))
          ? "softwareProvider"
          : role;
      if (isOpen && own !== "" && stems.length > 0 && stems.length <= LONGEST) found.push({ stems, role: own });
      phrase = [];
    };
    let at = 0;
    for (const { word: raw, start, end } of tokens(text)) {
      const word = raw.toLowerCase();
      if (/[,;:()]/.test(text.slice(at, start))) close();
      at = end;
      const cue = CUES.find(([pattern]) => pattern.test(word));
      if (cue) {
        close();
        const [, told] = cue;
        role = isRun && ORDER.indexOf(role) < ORDER.indexOf(told) ? role : told;
        isRun = true;
        isOpen = true;
        continue;
      }
      if (/^(?:and|or|the|of|a|an|various|other|also|primarily|well)$/.test(word)) {
        if (word !== "of") close();
        continue;
      }
      if (ENDS.test(word)) {
        close();
        isOpen = false;
        isRun = false;
        continue;
      }
      isRun = false;
      phrase.push(word);
    }
    close();
  }
  return found;
}
