import type { FrameDefinition } from "../frame-types.ts";
import { act, passive, verb, words } from "./acts.ts";
import { AUX, clause, END, MONEY, MONEY_HERE, NAMED_ACQUIRER, SUM, slot } from "./fragments.ts";

/** What joins two companies: "Veltran and Korvel", "Veltran, Korvel". */
const BOTH = "(?:\\s+(?:and|&)\\s+|,\\s+|/)";
/** Verbs by which a deal ends before it is done. */
const GIVE_UP = "give up|abandon|scrap|drop|withdraw|call off|terminate";

/** Frames of deals between companies, and of funding. */
export const DEALS: readonly FrameDefinition[] = [
  {
    type: "acquisition",
    alertTypes: ["Merger or acquisition", "Divestiture"],
    evident:
      /\b(?:to\s+(?:buy|acquire|purchase)|acquires?|acquired|acquisition|takeover|buyout|purchase\s+of|(?:sold|sale)\s+to|(?:improved|sweetened|hostile)\s+(?:bid|offer)|(?:snap|snaps|snapped|scoops?|scooped)\s+up|private\s+in|agree[sd]?\s+to\s+merge|from\s+(?:buying|acquiring|taking\s+over))\b/i,
    patterns: [
      clause(
        `${slot("acquirer")}\\s+(?:and|&)\\s+${slot("target")}\\s+${verb(GIVE_UP)}\\s+${words(5)}(?:merger|takeover|acquisition|deal|tie-up)\\b`,
      ),
      clause(
        `${slot("acquirer")}\\s+${verb(GIVE_UP)}\\s+${words(5)}(?:bid|offer|takeover|acquisition|purchase|merger|deal)\\s+(?:for|of|with)\\s+${slot("target")}${END}`,
      ),
      clause(
        `${slot("acquirer")}\\s+${verb(GIVE_UP)}\\s+${words(5)}(?:bid|offer|deal|plan)\\s+to\\s+(?:buy|acquire|take\\s+over)\\s+${slot("target")}${END}`,
      ),
      clause(
        `(?:\\S+\\s+){1,4}?${verb("prohibit|block|bar|ban|stop|prevent|forbid")}\\s+${slot("acquirer")}\\s+from\\s+(?:buying|acquiring|purchasing|taking\\s+over|merging\\s+with)\\s+${slot("target")}${END}`,
      ),
      ...act({
        agent: "acquirer",
        patient: "target",
        verbs: "buy|acquire|purchase|snap up|take over|scoop up|gobble up|swallow|absorb|buy out",
        between: `(?:${words(4)}(?:stake|interest|shares)\\s+in\\s+)?`,
        nouns: "acquisition|takeover|purchase|buyout",
        support: "complete|close|finali[sz]e|announce|agree|plan|propose|approve|launch|clinch|abandon|consider",
      }),
      clause(
        `\\S+\\s+(?:\\S+\\s+)?${verb("clear|approve|block|review|examine|back|oppose|probe|wave through")}\\s+${slot("acquirer")}['’]s?\\s+${words(4)}(?:acquisition|takeover|purchase|buyout)\\s+of\\s+${slot("target")}${END}`,
      ),
      clause(
        `${slot("target")}\\s+(?:board|shareholders|investors|directors)\\s+${verb("approve|recommend|back|accept|reject|endorse|vote for|agree")}\\s+(?:(?:sale|takeover)\\s+(?:to|by)\\s+${slot("acquirer")}${END})`,
      ),
      clause(
        `${slot("target")}\\s+(?:board|shareholders|investors|directors)\\s+${verb("approve|recommend|back|accept|reject|endorse")}\\s+${slot("acquirer")}['’]s?\\s+${words(3)}(?:bid|offer|proposal|takeover)\\b`,
      ),
      clause(
        `${slot("acquirer")}\\s+${verb("walk away|pull out|back out")}\\s+(?:from|of)\\s+(?:the\\s+)?${slot("target")}\\s+(?:deal|takeover|bid|acquisition)\\b`,
      ),
      clause(`${slot("acquirer")}\\s+${verb("take")}\\s+${slot("target")}\\s+private\\b`),
      clause(`${slot("target")}\\s+${passive("sell")}\\s+to\\s+${slot("acquirer")}${END}`),
      clause(
        `${slot("acquirer")}\\s+${verb("mull|consider|weigh|prepare|plan|table|submit|lodge")}\\s+${words(5)}(?:bid|offer|takeover|approach)\\s+(?:for|of)\\s+${slot("target")}${END}`,
      ),
      clause(
        `${slot("acquirer")}\\s+(?:bid|offer)\\s+of\\s+${MONEY}(?:${verb("suit|win over|value|please|fail to win")})\\s+${slot("target")}${END}`,
      ),
      clause(
        `${slot("target")}\\s+${verb("accept|reject|back|spurn|rebuff|snub|turn down|welcome|fend off|agree to")}\\s+${words(5)}(?:bid|offer|approach|proposal|takeover|buyout|sale)\\s+(?:by|from)\\s+${slot("acquirer")}${END}`,
      ),
      clause(`${slot("target")}['’]s?\\s+${words(6)}${MONEY}sale\\s+to\\s+${slot("acquirer")}${END}`),
      clause(
        `${slot("acquirer")}\\s+${AUX}(?:strikes?|struck|seals?|sealed|reach(?:es|ed)?|signs?|signed|completes?|completed)\\s+(?:\\S+\\s+){0,4}?(?:deal|agreement|takeover)\\s+(?:to\\s+(?:buy|acquire)|for|of)\\s+${slot("target")}${END}`,
      ),
      clause(
        `${slot("acquirer")}['’]s?\\s+(?:\\S+\\s+){0,3}?(?:bid|offer|deal|approach|swoop)\\s+(?:for|to\\s+(?:buy|acquire))\\s+${slot("target")}${END}`,
      ),
      clause(
        `${slot("acquirer")}\\s+${AUX}(?:bids?|offers?|offered|makes?|made|raises?|raised|sweetens?|sweetened|ups|increases?|boosts?|launch(?:es|ed)?|drops?|withdraws?)\\s+(?:\\S+\\s+){0,5}?(?:for)\\s+${slot("target")}${END}`,
      ),
      clause(
        `${slot("target")}\\s+${AUX}(?:accepts?|accepted|rejects?|rejected|agrees?\\s+to|agreed\\s+to|backs?|spurns?|rebuffs?|rebuffed|welcomes?|weighs|turns\\s+down|snubs?)\\s+(?:an?\\s+|the\\s+)?(?:sweetened\\s+|improved\\s+|hostile\\s+|raised\\s+|revised\\s+|higher\\s+|new\\s+)?${MONEY}${NAMED_ACQUIRER}(?:['’]s?)?\\s+(?:${MONEY})(?:sweetened\\s+|improved\\s+|hostile\\s+|takeover\\s+|merger\\s+|buyout\\s+){0,2}(?:bid|offer|approach|proposal|takeover|deal)\\b`,
      ),
      clause(
        `${slot("acquirer")}${BOTH}${slot("target")}\\s+${verb("ink|sign|seal|strike|agree|announce|reach|finali[sz]e|clinch|plan")}\\s+${words(4)}(?:merger|tie-up)\\b`,
      ),
      clause(
        `${slot("acquirer")}${BOTH}${slot("target")}\\s+${AUX}(?:merg(?:e[sd]?|ing)|combin(?:e[sd]?|ing)|join(?:ing)?\\s+forces|merger|in\\s+merger\\s+talks|tie\\s+up)\\b`,
      ),
      clause(
        `${words(4)}(?:deal|agreement|pact)\\s+${verb("merge|combine|unite")}\\s+${slot("acquirer")}\\s+(?:and|with)\\s+${slot("target")}${END}`,
      ),
      clause(
        `${slot("acquirer")}\\s+in\\s+(?:an?\\s+)?${SUM}\\s+${slot("target")}\\s+(?:deal|takeover|acquisition|buyout|purchase|merger)\\b`,
      ),
      clause(`${slot("target")}\\s+${passive("grab|nab|bag|land")}\\s+by\\s+${slot("acquirer")}${END}`),
      clause(
        `${slot("acquirer")}\\s+${AUX}(?:merg(?:e[sd]?|ing)|combin(?:e[sd]?|ing)|in\\s+(?:merger\\s+|takeover\\s+)?talks|tie[sd]?\\s+up)\\s+with\\s+${slot("target")}${END}`,
      ),
      clause(
        `${slot("acquirer")}\\s+${AUX}(?:eye[sd]?|eyeing|courts?|pursues?|pursuing|swoops?\\s+(?:for|on|in\\s+on)|lands?|grabs?|nabs?|clos(?:es|ing)\\s+in\\s+on)\\s+${slot("target")}${END}`,
      ),
      clause(
        `${slot("acquirer")}\\s+${AUX}(?:pays?|paid|paying|spends?|splashes)\\s+(?:\\S+\\s+){1,5}?(?:for|on|to\\s+(?:buy|acquire))\\s+${slot("target")}${END}`,
      ),
      clause(
        `(?:merger|takeover|acquisition|purchase|buyout|sale|tie-up)\\s+(?:of|between)\\s+${slot("target")}\\s+(?:and|by|to|with)\\s+${slot("acquirer")}${END}`,
      ),
      clause(`${slot("target")}\\s+${AUX}(?:sells?|sold|selling)\\s+(?:itself|out)\\s+to\\s+${slot("acquirer")}${END}`),
    ],
    money: "amount",
    stages: [
      ["abandoned", /\b(?:g(?:ive|ives|iving|ave)\s+up|abandon(?:s|ed)?|scrap(?:s|ped)?|walk(?:s|ed)?\s+away)\b/i],
      [
        "rejected",
        /\b(?:reject(?:s|ed)?|block(?:s|ed)?|prohibit(?:s|ed)?|bar(?:s|red)\s|forbid(?:s|den)?|spurn(?:s|ed)?|call(?:s|ed)?\s+off|collaps(?:es|ed))\b/i,
      ],
      [
        "completed",
        /\b(?:complet(?:es|ed)|clos(?:es|ed)\s+(?:its|the)?\s*(?:acquisition|deal|purchase)|(?<!\bbe\s+)bought|(?<!\bbe\s+)acquired)\b/i,
      ],
      ["rumoured", /\b(?:reportedly|rumou?r(?:s|ed)?|in\s+talks|considers?|considering|may|could|might|said\s+to)\b/i],
      ["offered", /\b(?:offers?|offered|bids?|bidding|proposes?|proposed)\b/i],
      [
        "agreed",
        /\b(?:agrees?|agreed|to\s+(?:buy|acquire|purchase|merge|be\s+(?:bought|acquired))|deal|buys|acquires)\b/i,
      ],
    ],
  },
  {
    type: "funding",
    alertTypes: ["Funding round"],
    evident:
      /(?=.*(?:[$€£¥₹]\s?\d|\bRs\b|\b(?:million|billion|mln|crore)\b)).*\b(?:Series\s+[A-K]|seed|funding|financing|invests?|invested|investment|(?:led|backed)\s+by|round)\b/i,
    subject: "company",
    patterns: [
      clause(
        `${slot("investor")}\\s+${verb("lead|join|co-lead|head")}\\s+${words(5)}(?:round|funding|financing|investment)\\s+(?:in|for|of|at)\\s+${slot("company")}${END}`,
      ),
      clause(
        `${words(6)}(?:round|funding|financing|investment)\\s+(?:in|for|of|at)\\s+${slot("company")}(?:\\s+led\\s+by\\s+${slot("investor")}${END}|\\s+${verb("value|close|bring|take|give|come")}\\b|${END})`,
      ),
      clause(
        `${slot("company")}['’]s?\\s+${words(4)}(?:funding|financing)\\s+round\\b(?:.*?\\bled\\s+by\\s+${slot("investor")}${END})?`,
      ),
      clause(`${slot("company")}\\s+${passive("back|fund")}\\s+by\\s+${slot("investor")}${END}`),
      clause(
        `${slot("company")}\\s+${AUX}(?:raise[sd]?|raising|secure[sd]?|close[sd]?|lands?|nabs?|gets?|bags?|pulls?\\s+in|nets?|scores?|receives?|attracts?|draws?|collects?|wins?)\\s+${MONEY_HERE}(?:.*?\\b(?:led\\s+by|backed\\s+by|from)\\s+${slot("investor")}${END})?`,
      ),
      clause(
        `${slot("investor")}\\s+${AUX}(?:invests?|invested|pours?|poured|puts?|pumps?|ploughs?|plows?)\\s+${MONEY_HERE}(?:\\S+\\s+){1,5}?(?:in|into)\\s+${slot("company")}${END}`,
      ),
      clause(
        `${slot("investor")}\\s+${AUX}(?:backs?|backed|invests?\\s+in|leads?\\s+(?:\\S+\\s+){0,4}?(?:in|for))\\s+${slot("company")}${END}`,
      ),
      clause(`${slot("company")}\\s+${AUX}(?:valued|valuation)\\b(?<!\\bdeal\\s+valued)`),
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
    type: "partnership",
    alertTypes: ["Partnership"],
    // The end of a partnership is not an alert type.
    evident:
      /\b(?:end(?:s|ing|ed)?|discontinue[sd]?|terminate[sd]?|sever(?:s|ed)?)\b.*\b(?:partnership|agreements?|alliance|venture)\b|\b(?:partnership|alliance|joint\s+venture|tie-up)\s+(?:between|with)\b|\b(?:links?\s+up|teams?\s+up|partners|joins?\s+forces)\s+with\b|\binks?\s.*\b(?:pact|deal|agreement)\s+with\b/i,
    patterns: [
      clause(
        `${slot("partner")}['’]s?\\s+${words(3)}(?:deal|agreement|partnership|alliance|pact|venture|tie-up|accord|collaboration)\\s+with\\s+${slot("otherPartner")}${END}`,
      ),
      clause(
        `${words(4)}(?:deal|agreement|partnership|alliance|pact|venture|tie-up|accord|collaboration)\\s+(?:between|of)\\s+${slot("partner")}\\s+(?:and|with)\\s+${slot("otherPartner")}(?:${END}|\\s+${verb("collapse|end|fail|break down|fall apart|expire|win|face|take|pay|begin|start|aim|target")}\\b)`,
      ),
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
      clause(
        `${slot("partner")}\\s+${AUX}(?:sign(?:s|ed)?|ink(?:s|ed)?|strik(?:es?|ing)|struck|reach(?:es|ed)?|announc(?:es|ed)|form(?:s|ed)?|enter(?:s|ed)?(?:\\s+into)?|seal(?:s|ed)?|mak(?:es?|ing)|renew(?:s|ed)?|expand(?:s|ed)?|extend(?:s|ed)?|near(?:s|ing)?|in)\\s+(?:\\S+\\s+){0,6}?(?:deal|agreement|partnership|alliance|pact|venture|tie-up|accord|contract|collaboration)s?\\s+with\\s+${slot("otherPartner")}${END}`,
      ),
      clause(
        `${slot("partner")}(?:\\s+and|\\s+&|,)\\s+${slot("otherPartner")}\\s+${AUX}(?:jointly\\s+)?(?:partner|team|sign|ink|strike|struck|reach|reached|form|announce|agree|seal|launch|work|near|extend|get|build|develop|collaborate|join)\\b`,
      ),
      clause(
        `${slot("partner")}\\s+${AUX}(?:work(?:s|ing)?|link(?:s|ed|ing)?\\s+up|team(?:s|ed|ing)?|ally|allies|collaborat(?:es?|ing)|cooperat(?:es?|ing)|cut(?:s)?\\s+ties|part(?:s)?\\s+ways|split(?:s)?)\\s+with\\s+${slot("otherPartner")}${END}`,
      ),
      clause(
        `${slot("partner")}(?:\\s+and|\\s+&|,)\\s+${slot("otherPartner")}\\s+${AUX}(?:sever|break|go\\s+their|part|split|cut)\\b`,
      ),
      clause(
        `${slot("partner")}\\s+${AUX}(?:taps?|picks?|chooses?|selects?|join(?:s|ed)?)\\s+${slot("otherPartner")}${END}`,
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
    type: "contract",
    alertTypes: ["Contract win"],
    evident: /\b(?:contracts?|to\s+supply|order\s+(?:for|from))\b/i,
    patterns: [
      clause(
        `${slot("contractor")}\\s+${passive("select|choose|pick|hire|appoint|tap")}\\s+by\\s+${slot("client")}${END}`,
      ),
      clause(
        `${slot("client")}\\s+${verb("award|hand|give|grant")}\\s+${words(7)}(?:contract|order|deal|work)s?\\s+to\\s+${slot("contractor")}${END}`,
      ),
      clause(
        `${slot("client")}\\s+${verb("award|hand|give|grant")}\\s+(?!${SUM}\\s)${slot("contractor")}\\s+(?:an?\\s+)?${MONEY}${words(4)}(?:contract|order|deal)\\b`,
      ),
      clause(
        `${slot("client")}\\s+${verb("extend|renew|sign|cancel|terminate|scrap")}\\s+${words(5)}(?:contract|order)\\s+with\\s+${slot("contractor")}${END}`,
      ),
      clause(`${slot("contractor")}\\s+${verb("supply|equip|provide")}\\s+${slot("client")}\\s+with\\b`),
      clause(
        `${slot("contractor")}\\s+${verb("win|land|secure|get|bag|receive|clinch|be award")}\\s+(?:an?\\s+|the\\s+)?(?:new\\s+|major\\s+|big\\s+)?${MONEY}(?<client>\\p{Lu}\\S+(?:\\s+\\p{Lu}\\S+){0,3})\\s+(?:contracts?|orders?|deals?)\\b`,
      ),
      clause(
        `${slot("contractor")}\\s+${AUX}(?:wins?|won|lands?|landed|awarded|secures?|secured|gets?|bags?|signs?|signed)\\s+(?=.{0,80}\\b(?:contracts?|orders?|deals?)\\b)(?:.*?\\b(?:from|with)\\s+${slot("client")}${END})?`,
      ),
      clause(
        `${slot("client")}\\s+${AUX}(?:picks?|picked|chooses?|chose|selects?|selected|awards?|awarded|hires?|taps?)\\s+${slot("contractor")}${END}`,
      ),
      clause(
        `${slot("client")}\\s+${AUX}(?:orders?|ordered|buys?|bought)\\s+(?:\\S+\\s+){1,6}?from\\s+${slot("contractor")}${END}`,
      ),
      clause(
        `${slot("contractor")}\\s+${AUX}(?:suppl(?:y|ies|ied)|build|equip|install|provide|deliver|sell[s]?|sold)s?\\s+(?:.{2,60}?\\s+(?:for|to)\\s+${slot("client")}${END})?`,
      ),
    ],
    money: "amount",
  },
  {
    type: "publicOffering",
    alertTypes: ["Initial public offering"],
    evident:
      /\b(?:IPO|flotation|initial\s+public\s+offering|listing|market\s+debut|goes\s+public|to\s+(?:go\s+public|list\s+(?:in|on))|shares\s+.{0,30}\bdebut)\b/i,
    subject: "company",
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:fil(?:es?|ed|ing)|pric(?:es?|ed)|launch(?:es|ed)?|eyes?|goes|go|raise[sd]?|sets?)\\s+(?=.{0,60}\\b(?:IPO|public|offering|flotation)\\b)`,
      ),
      clause(`${slot("company")}(?:['’]s?)?\\s+(?:[$€£]\\S+\\s+(?:million\\s+|billion\\s+)?)?IPO\\b`),
      clause(
        `${slot("company")}\\s+${AUX}(?:seeks?|seeking|plans?|prepares?|preparing|sees|delays?|postpones?|pulls?|shelves?|shelved|scraps?|withdraws?|raises?|targets?|cuts?|boosts?|picks?|confirms?|announces?|reveals?|discloses?|considers?|weighs?|completes?|list(?:s|ing)?|float(?:s|ing)?|debuts?)\\s*(?=.{0,60}\\b(?:IPO|public|offering|flotation|listing|exchange|debut|Nasdaq|NYSE|New\\s+York|London)\\b)`,
      ),
      clause(
        `(?:\\S+\\s+){0,4}?(?:IPO|flotation|listing|initial\\s+public\\s+offering)\\s+(?:of|by|for|from)\\s+${slot("company")}${END}`,
      ),
      clause(`${slot("company")}(?:['’]s?)?\\s+(?:shares?|stock)\\s+.{0,60}?\\b(?:debut|first\\s+day|IPO)\\b`),
      clause(
        `${slot("company")}(?:['’]s?)?\\s+(?:\\S+\\s+){0,5}?(?:IPO|flotation|public\\s+offering|stock\\s+market\\s+debut|market\\s+debut)\\b`,
      ),
    ],
    money: "amount",
  },
  {
    type: "payout",
    alertTypes: ["Dividend or buyback"],
    evident: /\b(?:dividends?|buybacks?|(?:share|stock)\s+repurchases?|buys?\s+back|return\s.*\bto\s+shareholders)\b/i,
    subject: "company",
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:raises?|boosts?|declares?|announces?|cuts?|suspends?|increases?|hikes?|pays?|starts?|expands?|ups|approves?|proposes?|scraps?|lifts?|launch(?:es)?|slashes|halves|doubles|restores?|trims?)\\s+(?:\\S+\\s+){0,6}?(?<kind>dividends?|buybacks?|payouts?|share\\s+repurchases?)\\b`,
      ),
      clause(
        `${slot("company")}(?:['’]s?)?\\s+(?:\\S+\\s+){0,6}?(?<kind>dividends?|buybacks?|payouts?|share\\s+repurchases?)\\b`,
      ),
      clause(`${slot("company")}\\s+${verb("return")}\\s+${MONEY_HERE}.{2,40}?\\bto\\s+(?:its\\s+)?shareholders\\b`),
      clause(`${slot("company")}\\s+${verb("buy back|repurchase")}\\b(?=.*\\b(?:shares|stock)\\b)`),
      clause(
        `${words(3)}(?<kind>dividends?|buybacks?|payouts?|share\\s+repurchases?)\\s+${words(3)}(?:at|by|from|of)\\s+${slot("company")}(?:${END}|\\s+${verb("shock|disappoint|please|surprise|cheer")}\\b)`,
      ),
    ],
    money: "amount",
    isSmallMoney: true,
  },
];
