/** The kinds of events that have a frame. */
export const FRAME_TYPES = [
  "acquisition",
  "funding",
  "earnings",
  "layoff",
  "launch",
  "lawsuit",
  "fine",
  "recall",
  "partnership",
  "executiveChange",
  "bankruptcy",
  "outage",
  "opening",
  "closure",
  "strike",
  "accident",
  "investigation",
  "regulation",
  "contract",
  "publicOffering",
  "payout",
] as const;
export type FrameType = (typeof FRAME_TYPES)[number];

/** A kind of event: how sentences tell of it, by patterns whose named groups are the roles. */
export interface FrameDefinition {
  type: FrameType;
  /** Alert types of the shipped taxonomy; an event without any of them has no such frame. */
  alertTypes: readonly string[];
  /** Matched against a clause of a sentence. */
  patterns: readonly RegExp[];
  /** The role of an amount of money in the same sentence. */
  money?: string;
  /** Whether a percentage of the same sentence belongs to it. */
  percent?: true;
  /** Roles of counted things in the same sentence, by the words of what is counted. */
  counts?: Readonly<Record<string, RegExp>>;
  /** How far it has come: the first that a sentence has. */
  stages?: readonly (readonly [stage: string, pattern: RegExp])[];
}

const slot = (role: string) => `(?<${role}>[^,;:|()?!]{2,70}?)`;
/** What takes the rest of its clause. */
const rest = (role: string) => `(?<${role}>[^;:|()?!]{2,120})$`;
const END = String.raw`(?=\s+(?:for|in|at|from|with|by|after|as|amid|over|on|to|and|that|but|because|despite|following|before|while|if|under|into|due|via)\b|['’]s\s|\s*[,;:|?!()]|\s*\.?\s*$)`;
const AUX = String.raw`(?:(?:is|are|has|have|had|will|may|could|might|would|reportedly|officially|finally|now|also|set|plans?|planning|agrees?|agreed|offers?|offered|bids?|wants?|seeks?|moves?|ready|close|poised|due|expected|about|going|looking|to|be)\s+){0,5}`;
const clause = (pattern: string) => new RegExp(`^${pattern}`, "iu");
const MONEY_HERE = String.raw`(?=.{0,60}(?:[$€£¥]|\b(?:million|billion)\b))`;
const ROLE = String.raw`(?<role>(?:new\s+)?(?:(?:co-|vice\s+)?(?:chief\s+(?:executive|financial|operating|technology|marketing|information)(?:\s+officer)?|CEO|CFO|COO|CTO|CMO|chair(?:man|woman)?|president|director|head\s+of\s+[\p{L}\s]{3,30}?)))`;
const PERSON = String.raw`(?<person>\p{Lu}[\p{L}.'’-]+(?:\s+\p{Lu}[\p{L}.'’-]+){1,3})`;

export const FRAMES: readonly FrameDefinition[] = [
  {
    type: "acquisition",
    alertTypes: ["Merger or acquisition", "Divestiture"],
    patterns: [
      clause(
        `${slot("acquirer")}\\s+${AUX}(?:buys?|bought|buying|acquir(?:e|es|ed|ing)|purchas(?:e|es|ed|ing)|snap(?:s|ped)?\\s+up|takes?\\s+over|took\\s+over|complet(?:e|es|ed)\\s+(?:its\\s+|the\\s+)?(?:acquisition|takeover|purchase)\\s+of)\\s+${slot("target")}${END}`,
      ),
      clause(
        `${slot("target")}\\s+${AUX}(?:acquired|bought|purchased|taken\\s+over|sold)\\s+(?:by|to)\\s+${slot("acquirer")}${END}`,
      ),
      clause(
        `${slot("acquirer")}['’]s?\\s+(?:\\S+\\s+){0,3}?(?:acquisition|takeover|purchase|buyout)\\s+of\\s+${slot("target")}${END}`,
      ),
      clause(
        `${slot("acquirer")}\\s+${AUX}(?:strikes?|struck|seals?|sealed|reach(?:es|ed)?|signs?|signed|completes?|completed)\\s+(?:\\S+\\s+){0,4}?(?:deal|agreement|takeover)\\s+(?:to\\s+(?:buy|acquire)|for|of)\\s+${slot("target")}${END}`,
      ),
    ],
    money: "amount",
    stages: [
      ["rejected", /\b(?:reject(?:s|ed)?|block(?:s|ed)?|spurn(?:s|ed)?|call(?:s|ed)?\s+off|collaps(?:es|ed))\b/i],
      [
        "completed",
        /\b(?:complet(?:es|ed)|clos(?:es|ed)\s+(?:its|the)?\s*(?:acquisition|deal|purchase)|bought|acquired)\b/i,
      ],
      ["rumoured", /\b(?:reportedly|rumou?r(?:s|ed)?|in\s+talks|considers?|considering|may|could|might|said\s+to)\b/i],
      ["offered", /\b(?:offers?|offered|bids?|bidding|proposes?|proposed)\b/i],
      ["agreed", /\b(?:agrees?|agreed|to\s+(?:buy|acquire|purchase|merge)|deal|buys|acquires)\b/i],
    ],
  },
  {
    type: "funding",
    alertTypes: ["Funding round"],
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:raise[sd]?|raising|secure[sd]?|close[sd]?|land[s]?|nabs?|gets?)\\s+${MONEY_HERE}(?:.*?\\b(?:led\\s+by|from)\\s+${slot("investor")}${END})?`,
      ),
    ],
    money: "amount",
    stages: [
      ["seed", /\bseed\b/i],
      ["Series A", /\bSeries\s+A\b/i],
      ["Series B", /\bSeries\s+B\b/i],
      ["Series C", /\bSeries\s+C\b/i],
      ["Series D or later", /\bSeries\s+[D-K]\b/i],
    ],
  },
  {
    type: "earnings",
    alertTypes: ["Earnings growth", "Earnings decline", "Guidance raised", "Guidance cut"],
    patterns: [
      clause(
        `${slot("company")}(?:['’]s?)?\\s+(?:(?:first|second|third|fourth|1st|2nd|3rd|4th)[-\\s]quarter\\s+|Q[1-4]\\s+|full[-\\s]year\\s+|quarterly\\s+|annual\\s+|net\\s+|same[-\\s]\\w+\\s+|comparable\\s+|store\\s+|says\\s+|[1-4]Q\\s+|U\\.?S\\.?\\s+|global\\s+|January\\s+|February\\s+|March\\s+|[A-Z][a-z]+ember\\s+)*(?<measure>sales|profits?|earnings|revenues?|income|loss(?:es)?|shipments|deliveries)\\s+${AUX}(?<change>rises?|rose|jumps?|jumped|surges?|surged|grows?|grew|climbs?|climbed|soars?|soared|gains?|doubles?|doubled|beats?|tops?|falls?|fell|drops?|dropped|declines?|declined|slides?|slid|tanks?|tumbles?|tumbled|dips?|dipped|plunges?|plunged|slips?|slipped|sinks?|sank|shrinks?|shrank|miss(?:es)?|disappoints?|widens?|narrows?|down|up|hits?)\\b`,
      ),
      clause(
        `${slot("company")}\\s+${AUX}(?:reports?|posts?|sees?|books?)\\s+(?:\\S+\\s+){0,4}?(?<change>higher|lower|drop|fall|decline|rise|jump|increase|decrease|record|loss|profit)\\b(?:\\s+(?:in|of)\\s+(?:\\S+\\s+){0,4}?(?<measure>sales|profits?|earnings|revenues?))?`,
      ),
      clause(
        `${slot("company")}\\s+${AUX}(?<change>narrows?|widens?|raises?|cuts?|lowers?|boosts?|lifts?|trims?)\\s+(?:\\S+\\s+){0,2}?(?<measure>loss(?:es)?|profits?|forecasts?|outlook|guidance|earnings)\\b`,
      ),
    ],
    percent: true,
    money: "amount",
  },
  {
    type: "layoff",
    alertTypes: ["Layoffs"],
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:cuts?|cutting|lays?\\s+off|laid\\s+off|laying\\s+off|axes?|axing|slash(?:es|ing)?|sheds?|eliminat(?:es?|ing)|trims?|fires?)\\s+(?=.{0,60}\\b(?:jobs?|workers?|employees|staff|positions|workforce|people)\\b)`,
      ),
    ],
    counts: { jobs: /^(?:jobs?|workers?|employees|staff|positions|people)$/i },
  },
  {
    type: "launch",
    alertTypes: ["Product launch"],
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:launch(?:es|ed|ing)?|unveil(?:s|ed|ing)?|introduc(?:es?|ed|ing)|releas(?:es?|ed|ing)|debuts?|rolls?\\s+out|rolled\\s+out)\\s+${slot("product")}${END}`,
      ),
      clause(`${slot("product")}\\s+${AUX}(?:launch(?:es|ed)?|released|debuts?|goes\\s+on\\s+sale|hits\\s+stores)\\b`),
    ],
    money: "price",
  },
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
    ],
    money: "amount",
  },
  {
    type: "recall",
    alertTypes: ["Product recall"],
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
    type: "partnership",
    alertTypes: ["Partnership"],
    patterns: [
      clause(
        `${slot("partner")}\\s+${AUX}(?:partner(?:s|ed)?|team(?:s|ed)?\\s+up|teaming\\s+up|join(?:s|ed)?\\s+forces|sign(?:s|ed)?\\s+(?:\\S+\\s+){0,4}?(?:deal|agreement|partnership))\\s+with\\s+${slot("otherPartner")}${END}`,
      ),
      clause(
        `${slot("partner")}\\s+(?:and|&)\\s+${slot("otherPartner")}\\s+${AUX}(?:partner|team\\s+up|join\\s+forces|sign|strike|reach|form|announce)\\b`,
      ),
      clause(
        `${slot("partner")}(?:\\s+and|\\s+&|,)\\s+${slot("otherPartner")}\\s+${AUX}(?:end(?:s|ing|ed)?|discontinue[sd]?|terminate[sd]?)\\s+(?=.*\\b(?:partnership|agreements?|alliance|venture)\\b)`,
      ),
      clause(
        `${slot("partner")}\\s+${AUX}(?:end(?:s|ing|ed)?|discontinue[sd]?|terminate[sd]?)\\s+(?:\\S+\\s+){0,5}?(?:partnership|agreements?|alliance|venture)\\s+with\\s+${slot("otherPartner")}${END}`,
      ),
    ],
    money: "amount",
    stages: [
      ["ended", /\b(?:end(?:s|ing|ed)?|discontinue[sd]?|terminate[sd]?)\b/i],
      [
        "formed",
        /\b(?:partner(?:s|ed)?|team(?:s|ed|ing)?\s+up|join(?:s|ed)?\s+forces|signs?|signed|form|strike|reach|announce)\b/i,
      ],
    ],
  },
  {
    type: "executiveChange",
    alertTypes: ["Leadership change"],
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:names?|named|appoints?|appointed|hires?|hired|picks?|taps?|tapped)\\s+${PERSON}\\s+(?:as\\s+|to\\s+be\\s+|its\\s+|the\\s+)*${ROLE}`,
      ),
      clause(
        `${slot("company")}\\s+${AUX}(?:names?|named|appoints?|appointed|hires?|hired|picks?|taps?|tapped)\\s+(?:a\\s+)?${ROLE}(?:\\s+${PERSON})?`,
      ),
      clause(
        `${slot("company")}(?:['’]s?)?\\s+${ROLE}(?:,?\\s+${PERSON})?,?\\s+${AUX}(?:resigns?|resigned|steps?\\s+down|stepping\\s+down|stepped\\s+down|quits?|retires?|leaves?|leaving|left|ousted|fired|departs?|out)\\b`,
      ),
      clause(
        `${PERSON}\\s+${AUX}(?:named|appointed|becomes?|became)\\s+(?:as\\s+|the\\s+)*${ROLE}\\s+(?:of|at)\\s+${slot("company")}${END}`,
      ),
      clause(
        `${PERSON}\\s+${AUX}(?:resigns?|resigned|steps?\\s+down|stepping\\s+down|quits?|retires?)\\s+as\\s+(?:the\\s+)?${ROLE}(?:\\s+(?:of|at)\\s+${slot("company")}${END})?`,
      ),
    ],
    stages: [
      [
        "left",
        /\b(?:resign(?:s|ed)?|step(?:s|ped|ping)?\s+down|quits?|retires?|leav(?:es?|ing)|ousted|fired|departs?)\b/i,
      ],
      ["appointed", /\b(?:names?|named|appoint(?:s|ed)?|hire[sd]?|pick(?:s|ed)?|tap(?:s|ped)?|becomes?)\b/i],
    ],
  },
  {
    type: "bankruptcy",
    alertTypes: ["Bankruptcy"],
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:fil(?:es?|ed|ing)|seek(?:s|ing)?|enter(?:s|ed)?|declar(?:es?|ed)|goes|gets?|granted|wins?)\\s+(?:for\\s+)?(?:\\S+\\s+){0,3}?(?:bankrupt(?:cy)?|chapter\\s+\\d+|insolvency|administration|creditor\\s+protection)`,
      ),
      clause(`${slot("company")}(?:['’]s?)?\\s+bankruptcy\\b`),
    ],
    money: "amount",
    stages: [
      ["approved", /\b(?:approve[sd]?|granted|wins|judge)\b/i],
      ["filed", /\b(?:fil(?:es?|ed|ing)|seeks?|enters?|declares?)\b/i],
    ],
  },
  {
    type: "outage",
    alertTypes: ["Service outage", "Power outage"],
    patterns: [
      clause(
        `${slot("service")}\\s+${AUX}(?:goes|went|going|knocked|suffers?|suffered|experienc(?:es?|ed|ing)|hit\\s+by|back)?\\s*(?:down|offline|crash(?:es|ed)|(?:\\S+\\s+){0,3}?outages?|online\\s+after|up\\b)\\b`,
      ),
    ],
    counts: { affected: /^(?:customers|users|homes|people|households)$/i },
  },
  {
    type: "opening",
    alertTypes: ["Expansion"],
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:opens?|opening|builds?|building|expands?|expanding|invests?|investing)\\s+${slot("what")}${END}`,
      ),
    ],
    money: "amount",
    counts: { number: /^(?:stores?|plants?|factories|restaurants?|branches|shops?|locations?|jobs?)$/i },
  },
  {
    type: "closure",
    alertTypes: ["Closure"],
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:clos(?:es?|ed|ing)|shut(?:s|ting)?(?:\\s+down)?|shutters?|shuttering)\\s+${slot("what")}${END}`,
      ),
    ],
    counts: { number: /^(?:stores?|plants?|factories|restaurants?|branches|shops?|locations?|offices?)$/i },
  },
  {
    type: "strike",
    alertTypes: ["Strike"],
    patterns: [
      clause(
        `${slot("who")}\\s+${AUX}(?:go|goes|went|begins?|began|starts?|stages?|votes?|on|call(?:s|ed)?|threaten(?:s|ed)?)\\s+(?:\\S+\\s+){0,4}?(?:strikes?|walkouts?)(?:\\s+(?:at|against)\\s+${slot("company")}${END})?`,
      ),
    ],
    counts: { workers: /^(?:workers?|employees|staff|people|members|drivers|pilots|teachers)$/i },
  },
  {
    type: "accident",
    alertTypes: ["Transport accident", "Industrial accident", "Fire or explosion"],
    patterns: [/\b(?<what>(?:[\p{L}-]+\s+)?(?:crash|explosion|blast|fire|derailment|collapse|collision|blaze))\b/iu],
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
    patterns: [
      clause(
        `${slot("authority")}\\s+${AUX}(?:propos(?:es?|ed)|approv(?:es?|ed)|adopt(?:s|ed)?|bans?|banned|pass(?:es|ed)|legali[sz](?:es?|ed)|block(?:s|ed)?|prohibit(?:s|ed)?|imposes?|imposed|vot(?:es?|ed)\\s+(?:to|for)|asks?|asked|urges?|urged|orders?|ordered|requires?|required)\\s+${rest("matter")}`,
      ),
    ],
    stages: [
      ["proposed", /\b(?:propos(?:es?|ed|al)|consider(?:s|ing)?|plans?)\b/i],
      ["adopted", /\b(?:approv(?:es?|ed)|adopt(?:s|ed)?|pass(?:es|ed)|signs?|signed|bans|banned|imposes?|imposed)\b/i],
    ],
  },
  {
    type: "contract",
    alertTypes: ["Contract win"],
    patterns: [
      clause(
        `${slot("contractor")}\\s+${AUX}(?:wins?|won|lands?|landed|awarded|secures?|secured|gets?|bags?|signs?|signed)\\s+(?=.{0,80}\\b(?:contracts?|orders?|deals?)\\b)(?:.*?\\b(?:from|with)\\s+${slot("client")}${END})?`,
      ),
    ],
    money: "amount",
  },
  {
    type: "publicOffering",
    alertTypes: ["Initial public offering"],
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:fil(?:es?|ed|ing)|pric(?:es?|ed)|launch(?:es|ed)?|eyes?|goes|go|raise[sd]?|sets?)\\s+(?=.{0,60}\\b(?:IPO|public|offering|flotation)\\b)`,
      ),
      clause(`${slot("company")}(?:['’]s?)?\\s+(?:[$€£]\\S+\\s+(?:million\\s+|billion\\s+)?)?IPO\\b`),
    ],
    money: "amount",
  },
  {
    type: "payout",
    alertTypes: ["Dividend or buyback"],
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:raises?|boosts?|declares?|announces?|cuts?|suspends?|increases?|hikes?|pays?|starts?|expands?)\\s+(?:\\S+\\s+){0,4}?(?<kind>dividends?|buybacks?|share\\s+repurchases?)\\b`,
      ),
    ],
    money: "amount",
  },
];
