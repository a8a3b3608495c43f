import { SHOPPERS } from "../../content/names.ts";

/** Parts of the patterns of frames. */

/** A name or thing with its role. */
export const slot = (role: string) => `(?<${role}>[^,;:|()?!]{2,70}?)`;
/** A role that takes the rest of its clause. */
export const rest = (role: string) => `(?<${role}>[^;:|()?!]{2,120})$`;
/** The end of an owner, but not of one that begins a name: "Men's Wearhouse". */
const OWNER_END = String.raw`(?<!\b(?:${SHOPPERS.join("|")}))['’]s\s`;
export const END = String.raw`(?=\s+(?:for|in|at|from|with|by|after|as|amid|over|on|to|and|that|but|because|despite|following|before|while|if|under|into|due|via)\b|${OWNER_END}|\s*[,;:|?!()]|\s*\.?\s*$)`;
export const AUX = String.raw`(?:(?:is|are|has|have|had|in\s+(?:\p{L}+\s+)?talks|will|may|could|might|would|reportedly|officially|finally|now|also|set|plans?|planning|agrees?|agreed|offers?|offered|bids?|wants?|seeks?|moves?|ready|close|poised|due|expected|about|going|looking|to|be)\s+){0,5}`;
/** Auxiliaries of the passive, with the space after them; none in headlines. */
export const BE = String.raw`(?:(?:is|are|was|were|be|been|being|get|gets|got|has|have|had|will|to|set|due|expected|reportedly|now)\s+){0,4}`;
export const clause = (pattern: string) => new RegExp(`^${pattern}`, "iu");
/** An amount of money. */
export const SUM = String.raw`(?:(?:\p{Lu}{1,3})?[$€£¥₹]\s?\d\S*|(?:Rs\.?|\p{Lu}{3})\s?\d\S*|\d\S*)(?:\s+(?:thousand|million|billion|trillion|lakh|crore|bln|bn|mln|mn|m))?(?:\s+(?:yen|euros?|dollars|pounds|yuan|rupees|francs))?`;
/** An optional amount, with the space after it. */
export const MONEY = `(?:${SUM}\\s+)?`;
export const MONEY_HERE = String.raw`(?=.{0,60}(?:[$€£¥₹]|\bRs\b|\b(?:million|billion|mln|bln|crore|yen|euros)\b))`;
export const ROLE = String.raw`(?<role>(?:new\s+)?(?:(?:co-|vice\s+)?(?:chief\s+(?:executive|\p{L}+\s+officer|economist|scientist|accountant)(?:\s+officer)?|CEO|CFO|COO|CTO|CMO|(?:finance|operations|marketing|technology)\s+chief|chair(?:man|woman)?|president|(?:(?:finance|managing|executive|creative|sales|marketing)\s+)?director|head\s+of\s+[\p{L}\s]{3,30}?)))`;
export const PERSON = String.raw`(?<person>\p{Lu}[\p{L}.'’-]+(?:\s+\p{Lu}[\p{L}.'’-]+){1,3})`;

export const NAMED_ACQUIRER = String.raw`(?<acquirer>\p{Lu}[^,;:|()?!]{1,50}?)`;
/** Legislators, regulators and courts: by the words of their names, or a country. */
export const AUTHORITY = String.raw`(?<authority>(?:[\p{Lu}][\p{L}.]+\s+){0,1}?(?:SEC|FDA|FCC|FAA|FTC|EPA|CFTC|NHTSA|EU|U\.?S\.?|UK|Fed|IRS|ECB|EC|WTO|UN|U\.N\.|Congress|Senate|House|Parliament|Government|Court|Ministry|Minist(?:er|ers)|Regulators?|Department|Commission|Agency|Council|Lawmakers|Legislature|Brussels|Washington|Beijing|Japan|China|India|Russia|Germany|France|Britain|Canada|Australia|Brazil|Mexico|Italy|Spain|Turkey|Indonesia|Korea|California|Texas|Florida|Colorado))`;

/** A count and the space after it: a name has no comma, "200,000 minivans" has one. */
export const COUNT = String.raw`(?:(?:(?:about|some|over|nearly|up\s+to|more\s+than|at\s+least)\s+)?\d[\d,.]*\s+(?:(?:million|thousand)\s+)?)?`;
/** What stands before a number, to its beginning. */
export const ABOUT = String.raw`(?:\s+(?:at\s+least|more\s+than|over|some|about|around|up\s+to|nearly|another))?\s+$`;
/** Words before a number of dead or injured people. */
export const HARMED = {
  deaths: new RegExp(
    String.raw`(?:\bkill(?:s|ed|ing)?|\btoll\b[^.;]{0,60}?\b(?:to|at|now|reach(?:es|ed)|hits?|pass(?:es|ed)|tops|exceeds|is))${ABOUT}`,
    "iu",
  ),
  injured: new RegExp(String.raw`\b(?:injur(?:es|ed|ing)|wound(?:s|ed|ing)|hurts?|hurting)${ABOUT}`, "iu"),
};
