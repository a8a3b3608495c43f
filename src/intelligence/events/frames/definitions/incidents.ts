import type { FrameDefinition } from "../frame-types.ts";
import { act, passive, verb, words } from "./acts.ts";
import { ABOUT, AUTHORITY, AUX, COUNT, clause, END, HARMED, MONEY, MONEY_HERE, rest, SUM, slot } from "./fragments.ts";

const ACCIDENT = "crash|explosion|blast|fire|derailment|collapse|collision|blaze|accident|spill|leak";
/** Where accidents and strikes are. */
const WORKPLACE =
  "(?:plants?|factory|factories|mines?|pits?|refinery|refineries|warehouses?|sites?|mills?|depots?|terminals?|yards?|building\\s+sites?|rigs?|platforms?|stores?|hotels?|hospitals?|smelters?|facility|facilities|headquarters|offices?|works|ports?)";
const VEHICLE =
  "(?:train|plane|jet|flight|airliner|helicopter|tanker|ship|ferry|bus|truck|robotaxi|rocket|vessel|bridge|crane)";
const STRIKES = `${verb("strike|walk out|walk off|down tools|stop work")}|${verb("go|begin|start|stage|vote|threaten|plan")}\\s+${words(4)}(?:strikes?|walkouts?)`;
const CREW =
  "(?:workers?|employees|staff|pilots|nurses|drivers|miners|crew|crews|teachers|doctors|dockworkers|engineers|machinists)";

/** Frames of harm and disputes, and of actions by authorities. */
export const INCIDENTS: readonly FrameDefinition[] = [
  {
    type: "lawsuit",
    alertTypes: ["Lawsuit", "Intellectual property dispute"],
    evident: /\b(?:sues?|sued|suing|(?:law)?suits?|class\s+action|complaint\s+against|to\s+court)\b/i,
    patterns: [
      clause(
        `${words(4)}(?:(?:law)?suits?|complaint|class\\s+action|case)\\s+${words(2)}against\\s+${slot("defendant")}\\s+by\\s+${slot("plaintiff")}${END}`,
      ),
      ...act({
        agent: "plaintiff",
        patient: "defendant",
        verbs: "sue",
        nouns: "(?:law)?suits?|complaint|class\\s+action|claim",
        prepositions: "against",
        support: "file|bring|launch|lodge|win|lose|drop|settle|withdraw|plan",
        isPassiveAlone: true,
      }),
      clause(`${slot("plaintiff")}\\s+${verb("file")}\\s+(?:law)?suit\\s+against\\s+${slot("defendant")}${END}`),
      clause(
        `${slot("defendant")}\\s+${AUX}(?:faces?|facing|hit\\s+(?:with|by)|slapped\\s+with)\\s+${words(4)}(?:(?:law)?suits?|class\\s+action)\\b(?:[^,;:]{0,30}?\\s(?:by|from)\\s+${slot("plaintiff")}${END})?`,
      ),
      clause(
        `${slot("defendant")}\\s+${AUX}pay\\s+${words(5)}to\\s+(?:settle|resolve)\\s+.{0,40}?\\b(?:(?:law)?suits?|claims?|case)\\b`,
      ),
      clause(
        `(?:jury|judge|court)\\s+${verb("order|tell|find")}\\s+${slot("defendant")}\\s+(?:to\\s+pay|liable|guilty)\\b`,
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
      clause(
        `${slot("defendant")}\\s+${passive("accuse")}\\s+of\\b[^,;:]*\\b(?:(?:law)?suit|complaint)\\b[^,;:]*?\\bby\\s+${slot("plaintiff")}${END}`,
      ),
      clause(`${slot("defendant")}\\s+${passive("accuse")}\\s+of\\b(?=.*\\b(?:(?:law)?suit|court|complaint)\\b)`),
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
    evident: /\b(?:fined|fines|penalty|penalties|[$€£]\S+(?:\s+[mb]illion)?\s+fine)\b/i,
    patterns: [
      clause(
        `(?!(?:jury|judge)\\b)${slot("authority")}\\s+${verb("hit|slap|penali[sz]e|order|tell")}\\s+${slot("company")}\\s+(?:with|to\\s+pay|(?:over|for)\\b)`,
      ),
      clause(
        `${slot("authority")}\\s+${verb("impose|levy|slap|propose|hand|issue|seek")}\\s+${words(6)}(?:fines?|penalt(?:y|ies))\\s+(?:on|for|against|to)\\s+${slot("company")}${END}`,
      ),
      ...act({ agent: "authority", patient: "company", verbs: "fine|penali[sz]e|sanction", isPassiveAlone: true }),
      clause(
        `${slot("company")}\\s+(?:${passive("hit|slap")}\\s+with|${verb("face|get|receive|escape|avoid|appeal|contest")})\\s+(?:an?\\s+|the\\s+)?${MONEY}(?:record\\s+|new\\s+)?(?<authority>\\p{Lu}[\\p{L}.]+)\\s+(?:fine|penalty)\\b`,
      ),
      clause(
        `${slot("authority")}\\s+${verb("hand|give|issue")}\\s+${slot("company")}\\s+(?:an?\\s+)?(?:record\\s+)?${SUM}\\s+(?:record\\s+)?(?:fine|penalty)\\b`,
      ),
      clause(
        `${slot("company")}\\s+(?:${passive("hit|slap")}\\s+with|${passive("hand|give|issue")})\\s+${words(6)}(?:fine|penalty)\\b(?:[^,;:]*?\\bby\\s+${slot("authority")}${END})?`,
      ),
      clause(
        `${slot("company")}\\s+${passive("order|tell")}\\s+to\\s+pay\\b(?:[^,;:]*?\\bby\\s+${slot("authority")}${END})?`,
      ),
      clause(
        `(?!(?:jury|judge|court)\\s)${slot("company")}\\s+${AUX}(?:pays?|paid|settles?|settled)\\b(?:.*?\\bwith\\s+${slot("authority")}${END})?`,
      ),
      clause(
        `(?!(?:jury|judge|court)\\s)${slot("company")}\\s+${AUX}(?:agrees?\\s+to\\s+)?(?:pay|hand\\s+over|cough\\s+up|repay|refund)\\s+${MONEY_HERE}`,
      ),
      clause(`(?:\\S+\\s+){0,5}?(?:fine|penalty|settlement)\\s+(?:for|against|on|with)\\s+${slot("company")}${END}`),
      clause(`${slot("company")}(?:['’]s?)?\\s+${MONEY}(?:fine|penalty|settlement)\\b`),
    ],
    money: "amount",
  },
  {
    type: "recall",
    alertTypes: ["Product recall"],
    evident: /\brecall(?:s|ed|ing)\b.*\b(?:vehicles|cars|trucks|SUVs|units|over|after)\b/i,
    subject: "company",
    patterns: [
      ...act({
        agent: "company",
        patient: "product",
        verbs: "recall",
        between: COUNT,
        nouns: "recall",
        support: "announce|issue|expand|widen|order|begin|launch|extend",
      }),
      clause(
        `${slot("company")}\\s+${verb("pull|withdraw|remove|take")}\\s+${slot("product")}\\s+(?:from|off)\\s+(?:the\\s+)?(?:shel(?:f|ves)|market|sale|stores)\\b`,
      ),
      clause(
        `${slot("product")}\\s+(?:made|sold|produced|built)\\s+by\\s+${slot("company")}\\s+${passive("recall")}\\b`,
      ),
      clause(
        `${words(4)}recall\\s+of\\s+${slot("product")}\\s+(?:made|sold|produced|distributed)\\s+by\\s+${slot("company")}(?:${END}|\\s+${verb("expand|widen|grow")}\\b)`,
      ),
      clause(`${words(4)}recall\\s+of\\s+(?<company>\\p{Lu}[\\p{L}&-]+)\\s+${slot("product")}${END}`),
      clause(
        `(?:about\\s+|some\\s+|over\\s+)?(?:\\d[\\d,.]*\\s+(?:million\\s+)?)${slot("company")}\\s+(?<product>[\\p{L}-]+s)\\s+${passive("recall")}\\b`,
      ),
      clause(`${slot("company")}(?:['’]s?)?\\s+(?:\\S+\\s+){0,2}?recalls?\\b`),
    ],
    things: ["product"],
    countsBehind: { number: new RegExp(String.raw`\brecall(?:s|ed|ing)?(?:\s+of)?${ABOUT}`, "iu") },
    counts: {
      number:
        /^(?:recalled|vehicles?|cars?|trucks?|suvs?|units?|products?|pounds?|cases?|bottles?|models?|batteries|phones?)$/i,
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
        `(?:\\S+\\s+){0,3}?(?:outages?|glitch|disruption|failure)\\s+(?:at|hits?|of|for|on|affects?|strikes?)\\s+${slot("service")}(?:${END}|\\s+${verb("leave|lock|affect|prevent|disrupt|last")}\\b)`,
      ),
      clause(
        `${words(4)}(?:${verb("take|knock")}\\s+${slot("service")}['’]?s?\\s+(?:\\p{L}+\\s+){0,3}(?:offline|down))\\b`,
      ),
      clause(
        `${slot("service")}['’]s?\\s+${words(2)}(?:services?|network|systems?|website|app)\\s+(?:${passive("restore|disrupt|interrupt|knock offline")}|${verb("go down|crash|fail")})\\b`,
      ),
      clause(`${slot("service")}\\s+(?:users|customers|service|services|site|website|app|outage|glitch)\\b`),
    ],
    counts: { affected: /^(?:customers|users|homes|people|households)$/i },
  },
  {
    type: "strike",
    alertTypes: ["Strike"],
    evident:
      /\b(?:walk(?:s|ed)?\s+out|down(?:s|ed)?\s+tools|(?:on|to|vote\s+to)\s+strike|strike\s+(?:over|at)|striking)\b/i,
    things: ["who"],
    undone: /\b(?:call(?:s|ed)?\s+off|avert(?:s|ed)?|cancel(?:s|led|ed)?|suspend(?:s|ed)?|avoid(?:s|ed)?)\b/i,
    patterns: [
      clause(
        `${COUNT}${slot("who")}\\s+(?:at|of)\\s+${slot("company")}(?:['’]s?\\s+${words(2)}${WORKPLACE})?\\s+(?:${STRIKES})\\b`,
      ),
      clause(
        `striking\\s+${slot("who")}\\s+(?:at|of)\\s+${slot("company")}(?:${END}|\\s+${verb("reach|return|reject|accept|vote|win|get|block|march")}\\b)`,
      ),
      clause(
        `${slot("who")}\\s+${verb("call|announce|begin|start|stage|plan|threaten")}\\s+${words(4)}(?:strike|walkout)\\s+(?:at|against)\\s+${slot("company")}(?:['’]s?)?(?:${END}|\\s+${WORKPLACE}\\b)`,
      ),
      clause(`(?<company>\\p{Lu}\\S*(?:\\s+\\p{Lu}\\S*){0,3}?)(?:['’]s?)?\\s+(?<who>${CREW})\\s+(?:${STRIKES})\\b`),
      clause(
        `${slot("who")}\\s+${AUX}(?:go|goes|went|begins?|began|starts?|stages?|votes?|on|call(?:s|ed)?|threaten(?:s|ed)?)\\s+(?:\\S+\\s+){0,4}?(?:strikes?|walkouts?)(?:\\s+(?:at|against)\\s+${slot("company")}${END})?`,
      ),
      clause(
        `${slot("who")}\\s+${AUX}(?:strikes?|striking|walk(?:s|ed|ing)?\\s+(?:out|off)|down(?:s|ed)?\\s+tools|stop(?:s|ped)?\\s+work)\\b(?:.*?\\b(?:at|against)\\s+${slot("company")}${END})?`,
      ),
      clause(
        `(?:\\S+\\s+){0,3}?(?:strike|walkout|stoppage)\\s+(?:at|hits?|by|of)\\s+${slot("company")}(?:${END}|\\s+${verb("ground|halt|disrupt|enter|end|continue|hit|close|threaten|leave")}\\b)`,
      ),
    ],
    counts: {
      workers:
        /^(?:workers?|employees|staff|people|members|drivers|pilots|teachers|nurses|miners|crew|doctors|actors|writers)$/i,
    },
  },
  {
    type: "accident",
    alertTypes: ["Transport accident", "Industrial accident", "Fire or explosion"],
    patterns: [
      clause(
        `.{0,60}?\\b(?<what>(?:[\\p{L}-]+\\s+)?(?:${ACCIDENT}))\\s+(?:${verb("hit|rip through|destroy|damage|rock|gut|sweep through|engulf|shake")}|at|in|on|of)\\s+(?:an?\\s+|the\\s+)?${slot("company")}(?:['’]s?)?\\s+${WORKPLACE}\\b`,
      ),
      clause(
        `(?:.{0,60}?\\b(?:in|at|after|from)\\s+)?${slot("company")}(?:['’]s?)?\\s+(?:(?:chemical|steel|power|coal|gold|oil)\\s+)?(?<what>${WORKPLACE}\\s+(?:${ACCIDENT}))\\b`,
      ),
      clause(
        `${slot("company")}(?:['’]s?)?\\s+(?:(?:cargo|passenger|freight|oil|container)\\s+)?${VEHICLE}\\s+(?<what>${verb("crash|derail|explode|catch fire|run aground|sink|collapse|burn|capsize|collide")})\\b`,
      ),
      clause(
        `.{0,40}?\\b(?:after|when|as)\\s+(?:an?\\s+|the\\s+)?${slot("company")}(?:['’]s?)?\\s+${VEHICLE}\\s+(?<what>${verb("crash|derail|explode|catch fire|sink|collapse|capsize|collide")})\\b`,
      ),
      clause(`.{0,60}?\\b(?<what>${ACCIDENT})\\s+(?:at|of)\\s+${slot("company")}${END}`),
      clause(
        `.{0,40}?\\b(?:after|when|as)\\s+(?<what>\\p{L}+\\s+${verb("collapse|explode|fall")})\\s+(?:at|in)\\s+${slot("company")}\\s+${WORKPLACE}\\b`,
      ),
      clause(`${slot("company")}\\s+${VEHICLE}\\s+(?<what>${ACCIDENT})\\b`),
      /\b(?<what>(?:[\p{L}-]+\s+)?(?:crash|explosion|blast|fire|derailment|collapse|collision|blaze))\b/iu,
    ],
    countsBehind: HARMED,
    counts: {
      deaths: /^(?:dead|deaths?|killed|died|dies?|fatalities|bodies)$/i,
      injured: /^(?:injured|hurt|wounded|injuries|hospitalized|hospitalised)$/i,
      missing: /^missing$/i,
    },
  },
  {
    type: "investigation",
    alertTypes: ["Regulatory investigation", "Antitrust action", "Fraud or corruption"],
    patterns: [
      ...act({
        agent: "authority",
        patient: "company",
        verbs:
          "probe|investigate|charge|accuse|raid|search|question|subpoena|examine|look into|look at|review|sue|block|indict|arrest",
        between: "(?:(?:the\\s+)?(?:offices?|headquarters|premises)\\s+of\\s+)?",
        nouns: "(?:probe|investigation|inquiry)",
        prepositions: "into|of|against",
        support: "open|launch|begin|drop|close|end|start|expand|widen|announce|order|resume",
        isPassiveAlone: true,
      }),
      clause(
        `${slot("company")}\\s+${AUX}(?:faces?|facing|under|hit\\s+by|target\\s+of|subject\\s+of)\\s+(?:\\S+\\s+){0,4}?(?:probe|investigation|inquiry)\\b(?:.*?\\bby\\s+${slot("authority")}${END})?`,
      ),
      clause(`${slot("company")}\\s+${passive("convict|jail|sentence")}\\b`),
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
      /\b(?:SEC|FDA|FCC|FAA|FTC|EPA|CFTC|[Rr]egulators?|[Ww]atchdog|Commission|Ministry|Brussels|Beijing|Congress|Senate|[Ll]awmakers)\s+(?:to\s+|will\s+|[Rr]ules?\s+)?(?:[Aa]sks?|[Uu]rges?|[Oo]rders?|[Rr]equires?|[Pp]roposes?|[Bb]ans?|[Tt]ells?|[Tt]ightens?)\b|^(?:U\.?S\.?|EU|UK|[A-Z]\p{L}+)\s+(?:to\s+|will\s+)?(?:(?:ban|bans|outlaws?|legali[sz]es?|tightens?|lifts?\s+ban)\b|requires?\s+\p{L}+\s+to\b)/u,
    patterns: [
      clause(
        `(?:new\\s+)?(?<authority>\\p{Lu}[\\p{L}.]+)\\s+(?:rules?|regulations?|laws?|ban|order|proposal|bill)\\s+${verb("tighten|ban|require|limit|ease|bar|restrict|force|allow|set|impose|cap|target|prohibit|mandate")}\\s+${rest("matter")}`,
      ),
      clause(
        `(?<matter>[^;:|()?!]{2,80}?)\\s+${passive("ease|tighten|ban|adopt|approve|impose|lift|relax|propose|introduce|pass|scrap|repeal")}\\s+by\\s+${slot("authority")}${END}`,
      ),
      clause(
        `${slot("authority")}\\s+${AUX}(?:propos(?:es?|ed)|approv(?:es?|ed)|adopt(?:s|ed)?|bans?|banned|pass(?:es|ed)|legali[sz](?:es?|ed)|block(?:s|ed)?|prohibit(?:s|ed)?|imposes?|imposed|vot(?:es?|ed)\\s+(?:to|for)|asks?|asked|urges?|urged|orders?|ordered|requires?|required|lifts|lifted|eases|eased|tightens|tightened|relaxes|relaxed|scraps|scrapped|repeals|mandates|restricts|restricted|outlaws|caps)\\s+${rest("matter")}`,
      ),
      new RegExp(`^(?:[Tt]he\\s+)?${AUTHORITY}\\s+(?:to\\s+)?${rest("matter")}`, "u"),
    ],
    stages: [
      ["proposed", /\b(?:propos(?:es?|ed|al)|consider(?:s|ing)?|plans?)\b/i],
      ["adopted", /\b(?:approv(?:es?|ed)|adopt(?:s|ed)?|pass(?:es|ed)|signs?|signed|bans|banned|imposes?|imposed)\b/i],
    ],
  },
];
