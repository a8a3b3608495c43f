/**
 * Legal forms of companies as names carry them, each a word as `nameWords` splits it ("S.A." is "sa", "A/S" is "as").
 * Collected from the laws' own names and the abbreviations in use; ISO 20275 numbers the forms. One word may be the
 * form of several countries.
 */
const LEGAL_FORMS = new Set(
  // English-speaking countries, and forms that their companies abroad use.
  `inc incorporated corp corporation co company ltd limited plc llc llp lp pllc pc pte pty pvt private unlimited ulc cic nl
  trust reit bhd berhad sdn tbk persero
  ag gmbh kg kgaa ohg ug ggmbh mbh aktiengesellschaft gesellschaft eg ev se sce
  sa sas sasu sarl sarlu sca scs snc scop societe anonyme
  spa srl srls sapa sl slu slne sau sab cv sacv saci saica sapi eirl ltda lda sgps eireli
  nv bv bvba vof cvba vzw ab hb kb publ oy oyj ky as asa ans aps ivs is ehf hf
  doo dd ad ead ood eood ooo oao zao pao ao jsc ojsc cjsc pjsc tov at vat zat
  spolka akcyjna spzoo sp zoo sro spol kft zrt nyrt rt bt ska ks
  ae epe ike sae wll kscp ksc qsc qpsc psc fzco fze fzc fzllc saog saoc
  anonim sirketi sanayi ticaret tas ve
  kk kabushiki kaisha yk gk gaisha jusik hoesa`.split(/\s+/),
);

/** Words for a group's structure that people omit: "Acme Holdings" is called Acme. */
const GROUP_WORDS = new Set(
  "group groupe gruppe grupo gruppo holding holdings companies enterprises international global worldwide the".split(
    " ",
  ),
);

/** Whether a word, in lower case without dots, is a legal form at a name's end. */
export const isLegalForm = (word: string): boolean => LEGAL_FORMS.has(word);

export const isGroupWord = (word: string): boolean => GROUP_WORDS.has(word);

/** Spellings of one form: the same company may be "Ltd" here and "Limited" there. */
const SAME_FORM: ReadonlyMap<string, string> = new Map([
  ["incorporated", "inc"],
  ["corporation", "corp"],
  ["company", "co"],
  ["limited", "ltd"],
  ["aktiengesellschaft", "ag"],
]);

/** Returns a form in one spelling: "limited" → "ltd". */
export const legalForm = (word: string): string => SAME_FORM.get(word) ?? word;

/** Spellings of one word for a group's structure. */
const SAME_GROUP_WORD: ReadonlyMap<string, string> = new Map([
  ["groupe", "group"],
  ["gruppe", "group"],
  ["grupo", "group"],
  ["gruppo", "group"],
  ["holdings", "holding"],
]);

/** Returns a word for a group's structure in one spelling: "holdings" → "holding". */
export const groupWord = (word: string): string => SAME_GROUP_WORD.get(word) ?? word;

/** What lists of shares append to a company's name: "Class A", "Sponsored ADR", "Pref". */
const SHARE_CLASS =
  /[\s,-]+(?:class [a-z]|series [a-z]|(?:un)?sponsored (?:adr|ads|gdr)|(?:adr|ads|gdr)|depositary receipts?|regs|pref(?:erred)?|pfd|(?:common|ordinary) (?:shares?|stock))$/i;

/** Removes the class of shares that a list adds to a name. */
export function withoutShareClass(name: string): string {
  let rest = name;
  for (let cut = rest.replace(SHARE_CLASS, ""); cut !== rest && cut !== ""; cut = rest.replace(SHARE_CLASS, ""))
    rest = cut;
  return rest;
}
