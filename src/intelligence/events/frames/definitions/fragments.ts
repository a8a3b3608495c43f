/** Parts of the patterns of frames. */

/** A name or thing with its role. */
export const slot = (role: string) => `(?<${role}>[^,;:|()?!]{2,70}?)`;
/** A role that takes the rest of its clause. */
export const rest = (role: string) => `(?<${role}>[^;:|()?!]{2,120})$`;
export const END = String.raw`(?=\s+(?:for|in|at|from|with|by|after|as|amid|over|on|to|and|that|but|because|despite|following|before|while|if|under|into|due|via)\b|['’]s\s|\s*[,;:|?!()]|\s*\.?\s*$)`;
export const AUX = String.raw`(?:(?:is|are|has|have|had|in\s+(?:\p{L}+\s+)?talks|will|may|could|might|would|reportedly|officially|finally|now|also|set|plans?|planning|agrees?|agreed|offers?|offered|bids?|wants?|seeks?|moves?|ready|close|poised|due|expected|about|going|looking|to|be)\s+){0,5}`;
export const clause = (pattern: string) => new RegExp(`^${pattern}`, "iu");
/** An optional amount, with the space after it. */
export const MONEY = String.raw`(?:[$€£¥]\S+\s+(?:million\s+|billion\s+|bln\s+|bn\s+|mln\s+|m\s+)?)?`;
export const MONEY_HERE = String.raw`(?=.{0,60}(?:[$€£¥]|\b(?:million|billion)\b))`;
export const ROLE = String.raw`(?<role>(?:new\s+)?(?:(?:co-|vice\s+)?(?:chief\s+(?:executive|financial|operating|technology|marketing|information)(?:\s+officer)?|CEO|CFO|COO|CTO|CMO|chair(?:man|woman)?|president|director|head\s+of\s+[\p{L}\s]{3,30}?)))`;
export const PERSON = String.raw`(?<person>\p{Lu}[\p{L}.'’-]+(?:\s+\p{Lu}[\p{L}.'’-]+){1,3})`;

export const NAMED_ACQUIRER = String.raw`(?<acquirer>\p{Lu}[^,;:|()?!]{1,50}?)`;
/** Legislators, regulators and courts: by the words of their names, or a country. */
export const AUTHORITY = String.raw`(?<authority>(?:[\p{Lu}][\p{L}.]+\s+){0,1}?(?:SEC|FDA|FCC|FAA|FTC|EPA|CFTC|NHTSA|EU|U\.?S\.?|UK|Fed|IRS|ECB|EC|WTO|UN|U\.N\.|Congress|Senate|House|Parliament|Government|Court|Ministry|Minist(?:er|ers)|Regulators?|Department|Commission|Agency|Council|Lawmakers|Legislature|Brussels|Washington|Beijing|Japan|China|India|Russia|Germany|France|Britain|Canada|Australia|Brazil|Mexico|Italy|Spain|Turkey|Indonesia|Korea|California|Texas|Florida|Colorado))`;

const ABOUT = String.raw`(?:\s+(?:at\s+least|more\s+than|over|some|about|around|up\s+to|nearly|another))?\s+$`;
/** Words before a number of dead or injured people. */
export const HARMED = {
  deaths: new RegExp(
    String.raw`(?:\bkill(?:s|ed|ing)?|\btoll\b[^.;]{0,60}?\b(?:to|at|now|reach(?:es|ed)|hits?|pass(?:es|ed)|tops|exceeds|is))${ABOUT}`,
    "iu",
  ),
  injured: new RegExp(String.raw`\b(?:injur(?:es|ed|ing)|wound(?:s|ed|ing)|hurts?|hurting)${ABOUT}`, "iu"),
};
