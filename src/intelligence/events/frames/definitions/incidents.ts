import type { FrameDefinition } from "../frame-types.ts";
import { AUTHORITY, AUX, clause, END, HARMED, MONEY, MONEY_HERE, rest, slot } from "./fragments.ts";

/** Frames of harm and disputes, and of actions by authorities. */
export const INCIDENTS: readonly FrameDefinition[] = [
  {
    type: "lawsuit",
    alertTypes: ["Lawsuit", "Intellectual property dispute"],
    patterns: [
      clause(
        `${slot("plaintiff")}\\s+${AUX}(?:sue[sd]?|suing|fil(?:es|ed|ing)\\s+(?:\\S+\\s+){0,4}?(?:law)?suits?\\s+against)\\s+${slot("defendant")}${END}`,
      ),
      clause(`${slot("defendant")}\\s+${AUX}(?:being\\s+)?sued\\s+by\\s+${slot("plaintiff")}${END}`),
      clause(
        `${slot("defendant")}\\s+${AUX}(?:sued|faces?\\s+(?:\\S+\\s+){0,3}?(?:law)?suits?|hit\\s+with\\s+(?:\\S+\\s+){0,3}?(?:law)?suits?)\\b`,
      ),
      clause(`${slot("plaintiff")}\\s+${AUX}(?:take[sn]?|took|taking)\\s+${slot("defendant")}\\s+to\\s+court\\b`),
      clause(`${slot("plaintiff")}\\s+(?:v|vs|versus)\\.?\\s+${slot("defendant")}${END}`),
      clause(
        `(?:\\S+\\s+){0,4}?(?:lawsuit|suit|complaint|class\\s+action)\\s+(?:\\S+\\s+){0,2}?against\\s+${slot("defendant")}${END}`,
      ),
      clause(
        `${slot("plaintiff")}\\s+${AUX}(?:wins?|won|loses?|lost|settles?|settled|drops?|dropped)\\s+(?:\\S+\\s+){0,5}?(?:(?:law)?suit|case|battle|fight|dispute|claim|trial)\\s+(?:against|with|over)\\s+${slot("defendant")}${END}`,
      ),
      clause(`${slot("plaintiff")}\\s+${AUX}accus(?:es?|ed|ing)\\s+${slot("defendant")}\\s+of\\b`),
    ],
    money: "amount",
    stages: [
      ["settled", /\bsettl(?:es?|ed|ement)\b/i],
      ["dismissed", /\b(?:dismiss(?:es|ed)|throws?\s+out|thrown\s+out)\b/i],
      ["decided", /\b(?:rules|ruled|verdict|jury|loses|wins|convicted|guilty)\b/i],
      ["appealed", /\bappeal(?:s|ed)?\b/i],
      ["filed", /\b(?:sue[sd]?|suing|fil(?:es|ed))\b/i],
    ],
  },
  {
    type: "fine",
    alertTypes: ["Fine or settlement"],
    patterns: [
      clause(`${slot("authority")}\\s+${AUX}(?:fines|fined)\\s+${slot("company")}${END}`),
      clause(
        `${slot("company")}\\s+${AUX}(?:fined|slapped\\s+with|hit\\s+with)\\b(?:.*?\\bby\\s+${slot("authority")}${END})?`,
      ),
      clause(
        `${slot("company")}\\s+${AUX}(?:pays?|paid|settles?|settled)\\b(?:.*?\\bwith\\s+${slot("authority")}${END})?`,
      ),
      clause(
        `${slot("authority")}\\s+${AUX}(?:hits?|slaps?|slapped|penali[sz]es?|orders?|ordered)\\s+${slot("company")}\\s+(?:with|to\\s+pay|(?:over|for)\\b)`,
      ),
      clause(
        `${slot("company")}\\s+${AUX}(?:agrees?\\s+to\\s+)?(?:pay|hand\\s+over|cough\\s+up|repay|refund)\\s+${MONEY_HERE}`,
      ),
      clause(`(?:\\S+\\s+){0,5}?(?:fine|penalty|settlement)\\s+(?:for|against|on|with)\\s+${slot("company")}${END}`),
      clause(`${slot("company")}(?:['’]s?)?\\s+${MONEY}(?:fine|penalty|settlement)\\b`),
    ],
    money: "amount",
  },
  {
    type: "recall",
    alertTypes: ["Product recall"],
    subject: "company",
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:recall(?:s|ed|ing)?|expands?\\s+recall\\s+of)\\s+${slot("product")}${END}`,
      ),
      clause(`${slot("company")}(?:['’]s?)?\\s+(?:\\S+\\s+){0,2}?recalls?\\b`),
    ],
    counts: {
      number: /^(?:vehicles?|cars?|trucks?|suvs?|units?|products?|pounds?|cases?|bottles?|models?|batteries|phones?)$/i,
      deaths: /^(?:deaths?|dead|killed|fatalities)$/i,
    },
  },
  {
    type: "outage",
    alertTypes: ["Service outage", "Power outage"],
    subject: "service",
    patterns: [
      clause(
        `${slot("service")}\\s+${AUX}(?:goes|went|going|knocked|suffers?|suffered|experienc(?:es?|ed|ing)|hit\\s+by|back)?\\s*(?:down|offline|crash(?:es|ed)|(?:\\S+\\s+){0,3}?outages?|online\\s+after|up\\b)\\b`,
      ),
      clause(
        `(?:\\S+\\s+){0,3}?(?:outages?|glitch|disruption|failure)\\s+(?:at|hits?|of|for|on|affects?|strikes?)\\s+${slot("service")}${END}`,
      ),
      clause(`${slot("service")}\\s+(?:users|customers|service|services|site|website|app|outage|glitch)\\b`),
    ],
    counts: { affected: /^(?:customers|users|homes|people|households)$/i },
  },
  {
    type: "strike",
    alertTypes: ["Strike"],
    patterns: [
      clause(
        `${slot("who")}\\s+${AUX}(?:go|goes|went|begins?|began|starts?|stages?|votes?|on|call(?:s|ed)?|threaten(?:s|ed)?)\\s+(?:\\S+\\s+){0,4}?(?:strikes?|walkouts?)(?:\\s+(?:at|against)\\s+${slot("company")}${END})?`,
      ),
      clause(
        `${slot("who")}\\s+${AUX}(?:strikes?|striking|walk(?:s|ed|ing)?\\s+(?:out|off)|down(?:s|ed)?\\s+tools|stop(?:s|ped)?\\s+work)\\b(?:.*?\\b(?:at|against)\\s+${slot("company")}${END})?`,
      ),
      clause(
        `(?:\\S+\\s+){0,3}?(?:strike|walkout|stoppage)\\s+(?:at|hits?|by|of|grounds|halts)\\s+${slot("company")}${END}`,
      ),
    ],
    counts: { workers: /^(?:workers?|employees|staff|people|members|drivers|pilots|teachers)$/i },
  },
  {
    type: "accident",
    alertTypes: ["Transport accident", "Industrial accident", "Fire or explosion"],
    patterns: [/\b(?<what>(?:[\p{L}-]+\s+)?(?:crash|explosion|blast|fire|derailment|collapse|collision|blaze))\b/iu],
    countsBehind: HARMED,
    counts: {
      deaths: /^(?:dead|deaths?|killed|died|dies|fatalities|bodies)$/i,
      injured: /^(?:injured|hurt|wounded|injuries|hospitalized|hospitalised)$/i,
      missing: /^missing$/i,
    },
  },
  {
    type: "investigation",
    alertTypes: ["Regulatory investigation", "Antitrust action", "Fraud or corruption"],
    patterns: [
      clause(
        `${slot("authority")}\\s+${AUX}(?:prob(?:es?|ing)|investigat(?:es?|ed|ing)|(?:opens?|opened|launch(?:es|ed)?|begins?)\\s+(?:\\S+\\s+){0,4}?(?:probe|investigation|inquiry)\\s+(?:into|of))\\s+${slot("company")}${END}`,
      ),
      clause(
        `${slot("company")}\\s+${AUX}(?:faces?|facing|under|hit\\s+by)\\s+(?:\\S+\\s+){0,4}?(?:probe|investigation|inquiry)\\b(?:.*?\\bby\\s+${slot("authority")}${END})?`,
      ),
      clause(
        `${slot("authority")}\\s+${AUX}(?:charg(?:es?|ed|ing)|accus(?:es?|ed|ing)|raid(?:s|ed)?|question(?:s|ed|ing)?|subpoena(?:s|ed)?|examin(?:es?|ed|ing)|look(?:s|ing)?\\s+(?:at|into)|review(?:s|ed|ing)?|sue[sd]?|su(?:es|ing)|block(?:s|ed)?|indict(?:s|ed)?|arrest(?:s|ed)?)\\s+${slot("company")}${END}`,
      ),
      clause(
        `${slot("company")}\\s+${AUX}(?:prob(?:ed)|investigated|raided|charged|accused|indicted|questioned|subpoenaed|examined|convicted|jailed|sentenced|arrested)\\b(?:.*?\\bby\\s+${slot("authority")}${END})?`,
      ),
      clause(
        `(?:\\S+\\s+){0,4}?(?:probe|investigation|inquiry|charges)\\s+(?:into|of|at|against)\\s+${slot("company")}${END}`,
      ),
    ],
    stages: [
      ["convicted", /\b(?:convicted|guilty|sentenced)\b/i],
      ["charged", /\b(?:charge[sd]|indict(?:s|ed|ment))\b/i],
      ["criminal investigation", /\bcriminal\b/i],
      ["investigation", /\b(?:prob(?:es?|ing)|investigat(?:es?|ion|ing|ed)|inquiry|questioned)\b/i],
    ],
  },
  {
    type: "regulation",
    alertTypes: ["Regulatory change", "Tariff or trade barrier", "Sanctions"],
    evident:
      /\b(?:SEC|FDA|FCC|FAA|FTC|EPA|CFTC|[Rr]egulators?|[Ww]atchdog|Commission|Ministry)\s+(?:to\s+|will\s+)?(?:asks?|urges?|orders?|requires?|proposes?|bans?|tells?)\b/,
    patterns: [
      clause(
        `${slot("authority")}\\s+${AUX}(?:propos(?:es?|ed)|approv(?:es?|ed)|adopt(?:s|ed)?|bans?|banned|pass(?:es|ed)|legali[sz](?:es?|ed)|block(?:s|ed)?|prohibit(?:s|ed)?|imposes?|imposed|vot(?:es?|ed)\\s+(?:to|for)|asks?|asked|urges?|urged|orders?|ordered|requires?|required)\\s+${rest("matter")}`,
      ),
      new RegExp(`^(?:[Tt]he\\s+)?${AUTHORITY}\\s+(?:to\\s+)?${rest("matter")}`, "u"),
    ],
    stages: [
      ["proposed", /\b(?:propos(?:es?|ed|al)|consider(?:s|ing)?|plans?)\b/i],
      ["adopted", /\b(?:approv(?:es?|ed)|adopt(?:s|ed)?|pass(?:es|ed)|signs?|signed|bans|banned|imposes?|imposed)\b/i],
    ],
  },
];
