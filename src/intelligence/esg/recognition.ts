/** Recognition by others that a sentence reports. */
export interface Recognition {
  award: boolean;
  certification: boolean;
}

const words = (list: string) => list.replace(/\s+/g, "|");

const HONOUR = words("awards? prizes? medals? accolades? troph(?:y|ies) honou?rs? laurels?");
const GETTING = words(
  "wins? won winning receives? received receiving earns? earned collects? collected scoops? scooped claims? claimed bags? bagged takes? took gets? got lands? landed awarded gained given picks?\\sup picked\\sup",
).replaceAll("\\s", "\\s+");
const TITLES = [
  "of\\s+the\\s+year",
  "best\\s+(?:\\w+\\s+)?(?:places?|employers?|workplaces?|compan(?:y|ies)|managed)",
  "top\\s+employers?",
  "great(?:est)?\\s+places?\\s+to\\s+work",
  "most\\s+(?:ethical|sustainable|admired|innovative|trusted|responsible|attractive)",
].join("|");

const AWARD = [
  new RegExp(String.raw`\b(?:${GETTING})\b(?:\s+[^\s.;]+){0,8}?\s+(?:${HONOUR})\b`, "i"),
  new RegExp(
    String.raw`\b(?:honou?red|recogni[sz]ed|presented|rewarded)\s+(?:with|by)\b(?:\s+[^\s.;]+){0,8}?\s+(?:${HONOUR})\b`,
    "i",
  ),
  new RegExp(
    String.raw`\b(?:named|recogni[sz]ed|voted|ranked|chosen|crowned|listed|rated|selected|awarded)\b(?:\s+[^\s.;]+){0,6}?\s+(?:${TITLES})\b`,
    "i",
  ),
  /\b(?:award|prize|medal)[-\s]winning\b/i,
  /\b(?:winners?|recipients?|holders?)\s+of\b(?:\s+[^\s.;]+){0,8}?\s+(?:awards?|prizes?|medals?)\b/i,
  /\b(?:win|wins|won|take|takes|took|awarded)\s+(?:the\s+)?(?:gold|silver|bronze)\b/i,
];

/** Awards that are not recognition, such as contracts and damages, and mere nominations. */
const NO_AWARD =
  /\b(?:award(?:s|ed)?\b[^.;]*\b(?:contracts?|damages|compensation|tenders?|licen[cs]es?|costs|concessions?|grants?\s+to)|nominat(?:ed|ion|ions)|shortlist(?:ed)?|finalists?|runners?-up|claims?\s+(?:damages|compensation))\b/i;

const SCHEMES = [
  "ISO(?:/IEC)?[\\s-]?\\d{4,5}",
  "LEED|BREEAM|DGNB|EMAS|SA\\s?8000|OHSAS\\s?18001|GOTS|RSPO|FSC|PEFC|MSC|ASC|AS\\s?9100|IATF\\s?16949|WELL\\s+Building",
  "B[\\s-]?Corp(?:oration)?s?",
  "Fair\\s?trade|Rainforest\\s+Alliance|Cradle\\s+to\\s+Cradle|Blue\\s+Angel|EU\\s+Ecolabel|Energy\\s+Star|Bluesign|OEKO-?TEX|UTZ|Nordic\\s+Swan|EcoVadis|Green\\s+Seal|organic|carbon[\\s-]neutral",
].join("|");
const PROOF = "certifi(?:ed|cations?|cates?)|accredit(?:ed|ations?)|labels?|labelled|labeled|verified|ecolabel";

const CERTIFICATION = [
  new RegExp(String.raw`\b(?:${SCHEMES})\b(?:[\s-]+[^\s.;]+){0,3}?[\s-]+(?:${PROOF})\b`, "i"),
  new RegExp(
    String.raw`\b(?:certified|accredited|certification|accreditation|certificates?|verified)\b(?:\s+[^\s.;]+){0,6}?\s+(?:${SCHEMES})\b`,
    "i",
  ),
  /\b(?:holds?|held|has|have|obtain(?:s|ed)?|achiev(?:es|ed)|earn(?:s|ed)|receiv(?:es|ed)|gain(?:s|ed)|awarded|granted|renew(?:s|ed)|secur(?:es|ed))\b(?:\s+[^\s.;]+){0,6}?\s+(?:certifications?|certificates?|accreditations?)\b/i,
  /\b(?:is|are|was|were|been|being|fully|independently|became)\s+(?:certified|accredited)\s+(?:to|by|as|under|for|in|with|according)\b/i,
  /\bawarded\s+(?:LEED|BREEAM|DGNB)\b/,
];

/** Certificates of another kind, and the business of certifying others. */
const NO_CERTIFICATION =
  /\b(?:certified\s+(?:public\s+accountants?|mail|pre-owned|financial|copy|check|cheque)|(?:gift|stock|share|birth|death|marriage|deposit)\s+certificates?|certificates?\s+of\s+deposit|(?:inspection|testing|auditing)\s*,?\s+and\s+certification|certification\s+(?:services?|bod(?:y|ies)|agenc(?:y|ies)|market|business|programs?\s+for)|certificate\s+authorit(?:y|ies)|certifies)\b/i;

/** Words that negate a match when they are before or after it in the same clause. */
const NEGATION =
  /\b(?:not|never|no|without|n['’]t|lost|loses?|losing|fail(?:s|ed)?|stripped|revoked?|suspend(?:s|ed)?|withdr(?:ew|awn)|withdraws?|expired?|den(?:ied|ies)|refused?|reject(?:s|ed)|hop(?:es?|ing)|seek(?:s|ing)?|sought|aim(?:s|ing)?|appl(?:y|ies|ied|ying)\s+for|plans?|planning|working\s+towards?|awaiting|awaits?|pending|expects?|wants?|wish(?:es)?|could|might|may\s+(?:be|become|get|gain|lose|receive|win)|will|would|to\s+be|fake|forged|sponsors?|invalid)\b/i;

/** Number of characters before and after a match in which a negation counts. Clauses are rarely longer. */
const BEFORE = 60;
const AFTER = 45;

function tells(sentence: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => {
    const match = pattern.exec(sentence);
    if (match === null) return false;
    const before = sentence.slice(Math.max(0, match.index - BEFORE), match.index).replace(/^.*[;:]/s, "");
    const after = sentence
      .slice(match.index + match[0].length, match.index + match[0].length + AFTER)
      .replace(/[;:].*$/s, "");
    return !NEGATION.test(`${before}${match[0]}${after}`);
  });
}

/**
 * Reads from one sentence whether it reports an award won or a certification held. Prospects ("seeks certification"),
 * losses ("lost its ISO 14001 certification"), awarded contracts and companies that certify others do not count. The
 * patterns are our own.
 */
export function readRecognition(sentence: string): Recognition {
  return {
    award: !NO_AWARD.test(sentence) && tells(sentence, AWARD),
    certification: !NO_CERTIFICATION.test(sentence) && tells(sentence, CERTIFICATION),
  };
}
