import type { FrameDefinition } from "../frame-types.ts";
import { act, passive, verb, words } from "./acts.ts";
import { AUX, clause, END, PERSON, ROLE, slot } from "./fragments.ts";

const STAFF =
  "(?:jobs?|workers?|employees|staff|staffers|positions|posts|roles|workforce|headcount|people|personnel|managers)";
const BECOMES = `(?:${verb("take over|start|join|return|step in|succeed")}\\s+as|${passive("name|appoint|hire|pick|tap|elect|install|confirm|promote")}(?:\\s+as|\\s+to\\s+be)?|${verb("become")})`;
const LEAVES = "leave|resign|step down|quit|retire|depart|die|stand down|step aside|exit|go";
/** A place of business. */
const SITE =
  "(?:stores?|plants?|factory|factories|restaurants?|branch(?:es)?|shops?|locations?|offices?|mills?|mines?|sites?|outlets?|cent(?:er|re)s?|warehouses?|smelters?|refiner(?:y|ies)|dealerships?|facility|facilities|hotels?|brewer(?:y|ies)|production|operations)";

/** Frames of a company's actions and results. */
export const BUSINESS: readonly FrameDefinition[] = [
  {
    type: "earnings",
    alertTypes: ["Earnings growth", "Earnings decline", "Guidance raised", "Guidance cut"],
    evident:
      /\b(?:(?:net|operating|quarterly|annual|full-year|half-year|pre-?tax|record)\s+(?:net\s+)?(?:profits?|loss(?:es)?|income|revenues?|sales|earnings)|(?:first|second|third|fourth)[-\s]quarter\s+(?:results|profits?|loss|earnings|sales|revenues?)|(?:sales|revenues?|profits?|earnings)\s+(?:outlook|forecast|guidance|growth)|(?:cuts?|raises?|lowers?|lifts?|trims?|slashes)\s+(?:its\s+|full-year\s+|annual\s+)*(?:guidance|outlook|(?:profit|sales|earnings)\s+forecast)|profit\s+warning|comparable\s+sales|shares\s+\S+\s+on\s+forecast)\b/i,
    subject: "company",
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
      clause(
        `(?:(?:first|second|third|fourth|same|Q[1-4]|[1-4]Q|annual|quarterly|net|full-year|comparable)[-\\s](?:quarter\\s+|store\\s+)?)*(?<measure>sales|profits?|earnings|revenues?|income|loss(?:es)?|margins?)\\s+${AUX}(?<change>rises?|rose|jumps?|jumped|surges?|grows?|grew|climbs?|soars?|doubles?|falls?|fell|drops?|dropped|declines?|declined|slides?|slid|slumps?|slumped|tumbles?|dips?|plunges?|slips?|sinks?|shrinks?|widens?|narrows?|down|up)\\s+(?:\\S+\\s+){0,4}?(?:at|for)\\s+${slot("company")}${END}`,
      ),
      clause(
        `(?<measure>sales|profits?|earnings|revenues?|income)\\s+(?:at|of)\\s+${slot("company")}\\s+${AUX}(?<change>rises?|rose|jumps?|jumped|surges?|surged|grows?|grew|climbs?|climbed|soars?|soared|doubles?|doubled|falls?|fell|drops?|dropped|declines?|declined|slides?|slid|slumps?|slumped|tumbles?|tumbled|dips?|dipped|plunges?|plunged|slips?|slipped|sinks?|sank|shrinks?|shrank)\\b`,
      ),
      clause(
        `${slot("company")}\\s+${AUX}(?<change>swings?|swung|slides?|slips?|sinks?|returns?|moves?|falls?|tumbles?|plunges?)\\s+(?:back\\s+)?(?:to|into)\\s+(?:an?\\s+|the\\s+)?(?:\\S+\\s+){0,3}?(?<measure>loss(?:es)?|profits?|red|black)\\b`,
      ),
      clause(
        `${slot("company")}\\s+(?:\\S+\\s+){0,3}?(?<change>beats?|tops?|exceeds?|misse[sd]|miss|trails?|tops|lags?)\\s+(?:\\S+\\s+){0,3}?(?:estimates?|expectations?|forecasts?|views?|street|targets?)\\b`,
      ),
      clause(
        `${slot("company")}['’]s?\\s+(?:\\S+\\s+){0,3}?(?<measure>sales|profits?|earnings|revenues?|income|loss(?:es)?|margins?|forecasts?|outlook|guidance)\\s+${AUX}(?<change>\\p{L}+)\\b`,
      ),
      clause(
        `${slot("company")}\\s+${verb("report|post|announce|release|publish|book|forecast|project|expect|issue|see|affirm|reaffirm")}\\s+(?=.{0,60}\\b(?:warning|growth|estimates|outlook|guidance|results)\\b|.{0,40}\\b(?:sales|revenues?|profits?|earnings|income|loss(?:es)?)\\b)`,
      ),
      clause(
        `${slot("company")}\\s+(?:is\\s+)?seen\\s+(?:\\p{L}+ing|as)\\s+${words(4)}(?<measure>sales|profits?|earnings|revenues?)\\b`,
      ),
      clause(
        `(?:shares|stock)\\s+(?:in|of)\\s+${slot("company")}\\s+${verb("tumble|fall|rise|jump|sink|slump|plunge|surge|soar|drop|slide|climb|gain|slip")}\\b(?=.*\\b(?:results|profits?|earnings|sales|revenues?|forecast|outlook|guidance|quarter)\\b)`,
      ),
      clause(
        `${slot("company")}['’]?s?\\s+(?:shares|stock)\\s+(?:lower|higher|up|down|${verb("tumble|fall|rise|jump|sink|slump|plunge|surge|soar|drop|slide|climb|gain|slip")})\\b(?=.*\\b(?:results|profits?|earnings|sales|revenues?|forecast|outlook|guidance|quarter)\\b)`,
      ),
      clause(
        `${words(5)}${verb("chill|hurt|hit|dent|boost|lift|weigh on|drag down|squeeze|erode|depress|fuel|drive")}\\s+${slot("company")}['’]?s?\\s+(?:(?:quarterly|annual|fourth-quarter|third-quarter|second-quarter|first-quarter|net|operating|full-year)\\s+)*(?<measure>sales|profits?|earnings|revenues?|results|margins?|outlook|forecast)\\b`,
      ),
    ],
    percent: true,
    money: "amount",
  },
  {
    type: "layoff",
    alertTypes: ["Layoffs"],
    evident:
      /\b(?:workforce|laid\s+off|lay(?:s|ing)?\s+off|layoffs|job\s+cuts|jobs\s+to\s+go|headcount|(?:cut|cuts|cutting|slash|slashes|axes?|sheds?|eliminates?)\s+(?:\S+\s+){1,4}(?:jobs|positions|roles|staff))\b/i,
    subject: "company",
    patterns: [
      clause(
        `${slot("company")}\\s+${verb("cut|lay off|axe|slash|shed|eliminate|trim|fire|sack|reduce|let go|dismiss|furlough|drop|make redundant|scrap|downsize|shrink")}\\s+(?=.{0,60}\\b${STAFF}\\b)`,
      ),
      clause(
        `${slot("company")}['’]s?\\s+${words(4)}(?:cut|axe|slash|shed|eliminate|fire|sack|lay\\s+off)\\s+(?=.{0,40}\\b${STAFF}\\b)`,
      ),
      clause(
        `${words(6)}${STAFF}\\s+(?:${verb("go|lose|be lose")}|${passive("cut|lose|axe|lay off|sack|fire|eliminate|let go|dismiss|shed|make redundant")}|at\\s+risk|made\\s+redundant)\\s+(?:their\\s+jobs\\s+)?(?:at|by|from)\\s+${slot("company")}${END}`,
      ),
      clause(
        `${words(6)}${STAFF}\\s+(?:at|of)\\s+${slot("company")}\\s+(?:${passive("cut|axe|lay off|sack|fire|let go|dismiss|make redundant")}|${verb("lose|face")}\\s+(?:their\\s+jobs|layoffs|the\\s+axe))`,
      ),
      clause(
        `${words(3)}(?:layoffs|job\\s+cuts|redundancies|job\\s+losses|staff\\s+cuts)\\s+(?:at|by)\\s+${slot("company")}(?:${END}|\\s+${verb("hit|begin|start|come|continue|affect|loom")}\\b)`,
      ),
      clause(
        `${slot("company")}(?:['’]s?)?\\s+${words(3)}(?:layoffs|job\\s+cuts|redundancies|job\\s+losses|staff\\s+cuts)\\b`,
      ),
    ],
    percent: true,
    counts: { jobs: /^(?:jobs?|workers?|employees|staff|staffers|positions|posts|roles|people)$/i },
  },
  {
    type: "launch",
    alertTypes: ["Product launch"],
    evident: /\b(?:launch(?:es|ed)?|unveil(?:s|ed)?|introduc(?:es?|ed)|debuts|roll(?:s|ed)?\s+out|goes\s+on\s+sale)\b/i,
    patterns: [
      clause(
        `${slot("product")},\\s+[^,]{3,60}?\\b(?:from|by|of)\\s+${slot("company")},\\s+${passive("launch|unveil|introduce|release|present|roll out")}\\b`,
      ),
      clause(
        `${slot("company")}['’]s?\\s+${words(2)}new\\s+${slot("product")}\\s+(?:goes\\s+on\\s+sale|${verb("launch|debut|hit|arrive|go on sale|come|ship")})\\b`,
      ),
      ...act({
        agent: "company",
        patient: "product",
        verbs: "launch|unveil|introduce|release|debut|roll out|take the wraps off|bring out",
        nouns: "launch|debut|release|rollout",
      }),
      clause(`${slot("product")}\\s+${AUX}(?:launch(?:es|ed)?|released|debuts?|goes\\s+on\\s+sale|hits\\s+stores)\\b`),
      clause(
        `${slot("company")}\\s+${AUX}(?:announc(?:es?|ed|ing)|show(?:s|ed|ing)\\s+off|shows|reveal(?:s|ed|ing)?|present(?:s|ed|ing)?|bring(?:s|ing)|add(?:s|ed|ing)|test(?:s|ed|ing)|showcas(?:es?|ed|ing)|ship(?:s|ped|ping)|start(?:s|ed)\\s+sell(?:ing)?|updat(?:es?|ed|ing)|offers)\\s+${slot("product")}${END}`,
      ),
      clause(
        `${slot("product")}\\s+${AUX}(?:com(?:es?|ing)|arriv(?:es?|ed|ing)|head(?:s|ed|ing)|return(?:s|ed|ing)?|available|unveiled|announced|introduced|revealed|lands?|here)\\b`,
      ),
      clause(`(?:introducing|meet|hands[-\\s]on\\s+with)\\s+${slot("product")}${END}`),
    ],
    undone:
      /\b(?:delay(?:s|ed|ing)?|postpone[sd]?|cancel(?:s|led|ed)?|scrap(?:s|ped)?|shelve[sd]?|halt(?:s|ed)?|push(?:es|ed)?\s+back|programmes?|programs?|probe|investigation|offering|ipo|buyback|lawsuit|bid|earnings|results|costume|photos?|video|trailer)\b/i,
    money: "price",
  },
  {
    type: "executiveChange",
    alertTypes: ["Leadership change"],
    patterns: [
      clause(`${PERSON},\\s+(?:the\\s+)?${ROLE}\\s+(?:of|at)\\s+${slot("company")},\\s+${verb(LEAVES)}\\b`),
      ...[
        `${ROLE}\\s+(?:of|at)\\s+${slot("company")}${END}`,
        `${slot("company")}(?:['’]s?)?\\s+(?:next\\s+|first\\s+|interim\\s+)?${ROLE}`,
      ].map((post) => clause(`${PERSON}\\s+${BECOMES}\\s+(?:the\\s+|its\\s+|new\\s+|next\\s+|interim\\s+)*${post}`)),
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
        `${PERSON}\\s+${AUX}(?:resigns?|resigned|steps?\\s+down|stepping\\s+down|quits?|retires?)\\s+as\\s+(?:the\\s+)?${ROLE}(?:\\s+(?:of|at)\\s+${slot("company")}${END})?`,
      ),
      clause(
        `${PERSON}\\s+${AUX}(?:quits?|leaves?|leaving|left|departs?|departing|exits?|exiting|joins?|joining|joined|leads?|heads?|runs?|returns?\\s+to|takes?\\s+over|takes?\\s+(?:the\\s+)?helm\\s+(?:at|of))\\s+${slot("company")}${END}`,
      ),
      clause(
        `${slot("company")}(?:['’]s?)?\\s+(?:\\S+\\s+){0,2}?${ROLE}(?:,?\\s+${PERSON})?,?\\s+${AUX}(?:leave|exit(?:s|ing)?|resignation|departure|dies|replaced|removed|go|goes|steps?\\s+aside|step\\s+down|retire|resign|quit|depart)\\b`,
      ),
      clause(
        `${slot("company")}\\s+${AUX}(?:names?|named|appoints?|appointed|hires?|hired|picks?|taps?|elects?|promotes?|promoted|elevates?|installs?)\\s+${PERSON}`,
      ),
      clause(
        `${slot("company")}\\s+${verb("name|appoint|hire|pick|tap|poach|recruit|promote|bring in|choose|elect|install")}\\s+(?:(?:former|ex-?|veteran)\\s*[^,;:]{2,40}?\\s)?${PERSON}\\s+(?:from\\s+\\S+\\s+)?(?:as|to\\s+(?:be|become|head|lead)|to\\s+replace\\s+(?<predecessor>[^,;:|()?!]{3,40}?)\\s+as)\\s+(?:its\\s+|the\\s+|new\\s+)*${ROLE}`,
      ),
      clause(
        `${PERSON}\\s+${verb("succeed|replace")}\\s+(?<predecessor>\\p{Lu}[\\p{L}.'’-]+(?:\\s+\\p{Lu}[\\p{L}.'’-]+){1,3}?)\\s+as\\s+(?:the\\s+)?${slot("company")}(?:['’]s?)?\\s+${ROLE}`,
      ),
      clause(
        `${slot("company")}\\s+${verb("oust|fire|sack|replace|remove|dismiss|suspend|part ways with")}\\s+(?:its\\s+)?${ROLE}\\s+${PERSON}`,
      ),
      clause(`${slot("company")}\\s+(?:co-)?founder\\s+${PERSON}\\s+${verb(LEAVES)}\\b`),
      clause(
        `${slot("company")}\\s+${AUX}(?:ousts?|ousted|fires?|fired|replaces?|replaced|removes?|sacks?|dismiss(?:es|ed)|parts?\\s+ways\\s+with|loses?|searches\\s+for|seeks?|without)\\s+(?:an?\\s+|its\\s+|the\\s+|new\\s+)*(?:${ROLE}|${PERSON})`,
      ),
      clause(
        `(?:the\\s+)?${ROLE}\\s+(?:of|at)\\s+${slot("company")}\\s+${AUX}(?:resigns?|resigned|steps?\\s+down|quits?|retires?|leaves?|leaving|ousted|out)\\b`,
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
    subject: "company",
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:fil(?:es?|ed|ing)|seek(?:s|ing)?|enter(?:s|ed)?|declar(?:es?|ed)|goes|gets?|granted|wins?)\\s+(?:for\\s+)?(?:\\S+\\s+){0,3}?(?:bankrupt(?:cy)?|chapter\\s+\\d+|insolvency|administration|receivership|liquidation|creditor\\s+protection)`,
      ),
      clause(
        `${slot("company")}\\s+${passive("declare|adjudge|place|put|plunge")}\\s+(?:into\\s+|in\\s+)?(?:bankrupt|insolvent|administration|receivership|liquidation)\\b`,
      ),
      clause(
        `${words(3)}(?:administrators|receivers|liquidators)\\s+${passive("appoint|call in|name")}\\s+(?:at|to|for|of)\\s+${slot("company")}${END}`,
      ),
      clause(`${words(4)}(?:liquidation|winding[-\\s]up)\\s+of\\s+${slot("company")}${END}`),
      clause(`${slot("company")}(?:['’]s?)?\\s+bankruptcy\\b`),
      clause(
        `${slot("company")}\\s+${AUX}(?:emerg(?:es?|ed|ing)\\s+from|exit(?:s|ing)?|in|under|near(?:s|ing)?|slides?\\s+into|plunges?\\s+into|on\\s+(?:the\\s+)?(?:verge|brink)\\s+of|avoids?|heads?\\s+(?:for|into)|reorgani[sz]e\\s+under)\\s+(?:\\S+\\s+){0,3}?(?:bankrupt(?:cy)?|chapter\\s+\\d+|insolvency|administration|liquidation|default)\\b`,
      ),
      clause(
        `${slot("company")}\\s+${AUX}(?:goes?|going|gone|went)\\s+(?:bust|bankrupt|under|into\\s+(?:administration|liquidation|receivership))\\b`,
      ),
      clause(
        `${slot("company")}\\s+${AUX}(?:collaps(?:es?|ed|ing)|liquidat(?:es?|ed|ing)|defaults?|defaulted|calls?\\s+in\\s+administrators|bankrupt)\\b`,
      ),
      clause(
        `(?:bankrupt(?:cy)?|insolven(?:t|cy)|collapse)\\s+(?:\\S+\\s+){0,2}?(?:of|for|at)\\s+${slot("company")}(?:${END}|\\s+${verb("leave|hit|shake|cost|threaten|put|send|raise")}\\b)`,
      ),
      clause(
        `(?:\\S+\\s+){1,5}?(?<company>\\p{Lu}[^,;:|()?!]{1,50}?)\\s+in\\s+(?:chapter\\s+\\d+|bankruptcy|administration)\\b`,
      ),
    ],
    money: "amount",
    stages: [
      ["approved", /\b(?:approve[sd]?|granted|wins|judge)\b/i],
      ["filed", /\b(?:fil(?:es?|ed|ing)|seeks?|enters?|declares?)\b/i],
    ],
  },
  {
    type: "opening",
    alertTypes: ["Expansion"],
    evident:
      /\b(?:opens?|opening|inaugurate[sd]?|breaks?\s+ground|sets?\s+up|to\s+build)\b.*\b(?:stores?|plants?|factory|factories|gigafactory|restaurants?|branch(?:es)?|shops?|offices?|mills?|mines?|outlets?|cent(?:er|re)s?|warehouses?|refinery|hotels?|headquarters|hub)\b/i,
    subject: "company",
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:opens?|opening|builds?|building|expands?|expanding|invests?|investing)\\s+${slot("what")}${END}`,
      ),
      clause(
        `${slot("company")}\\s+${verb("set up|inaugurate|break ground on|build|construct|establish|launch|start|add|open")}\\s+${slot("what")}${END}`,
      ),
      clause(
        `${words(2)}new\\s+(?<what>${SITE})\\s+(?:of|by|from)\\s+${slot("company")}\\s+${passive("open|inaugurate|build|unveil")}\\b`,
      ),
      clause(
        `${slot("company")}['’]s?\\s+(?<what>(?:new|first|second|third|latest|biggest|largest)\\s+${words(4)}${SITE})\\s+${words(2)}(?:in\\s+\\S+\\s+)?${verb("open|start|inaugurate|go live")}\\b`,
      ),
      clause(`${slot("company")}\\s+${verb("expand|move|push")}\\s+(?:in)?to\\b`),
      clause(
        `${slot("company")}\\s+${AUX}(?:plans?|announc(?:es?|ed)|unveils?|adds?|adding|launch(?:es)?|starts?|breaks?\\s+ground\\s+on|doubles?|enlarges?|extends?|to\\s+start)\\s+${slot("what")}${END}`,
      ),
    ],
    money: "amount",
    counts: {
      number: /^(?:stores?|plants?|factories|restaurants?|branches|shops?|locations?|outlets?|hotels?|jobs?)$/i,
    },
  },
  {
    type: "closure",
    alertTypes: ["Closure"],
    evident:
      /\b(?:(?:clos(?:e|es|ed|ing|ure)|shut(?:s|ting)?|shutters?|axes?)\b.*\b(?:stores?|plants?|factory|factories|restaurants?|branch(?:es)?|shops?|mills?|mines?|outlets?|warehouses?|refinery|hotels?)|(?:stores?|plants?|factory|factories|restaurants?|branch(?:es)?|shops?|sites?|mills?|mines?|outlets?)\b.{0,20}\b(?:close|closed|shut)|ceases?\s+(?:production|operations)|cease\s+production|pull(?:s|ed|ing)?\s+out\s+of|winds\s+down|mothballs?)\b/i,
    subject: "company",
    patterns: [
      clause(
        `${words(4)}(?:closure|closing|shutdown)\\s+of\\s+(?:the\\s+)?${slot("company")}(?:['’]s?)?\\s+(?<what>${SITE})\\b`,
      ),
      clause(
        `(?:\\d\\S*\\s+)?${slot("company")}(?:['’]s?)?\\s+(?<what>${words(2)}${SITE})\\s+(?:${passive("close|shut|shut down|shutter|axe|mothball")}|${AUX}(?:close|shut)(?:\\s+down)?)\\b`,
      ),
      clause(
        `${slot("company")}\\s+${verb("cease|end|halt|stop")}\\s+${words(1)}(?<what>production|operations|output)\\b`,
      ),
      clause(`${slot("company")}\\s+${verb("pull out|withdraw|retreat")}\\s+(?:of|from)\\b`),
      clause(
        `${slot("company")}\\s+${verb("axe|shutter|mothball|wind down|close down|idle|cut")}\\s+(?<what>${words(4)}${SITE})\\b`,
      ),
      clause(
        `${slot("company")}\\s+${AUX}(?:clos(?:es?|ed|ing)|shut(?:s|ting)?(?:\\s+down)?|shutters?|shuttering)\\s+${slot("what")}${END}`,
      ),
      clause(
        `(?:\\S+\\s+){0,4}?(?:stores?|plants?|factory|factories|restaurants?|branches|shops?|locations?|offices?)\\s+${AUX}(?:clos(?:e|es|ed|ing)|shut)\\s+(?:at|by)\\s+${slot("company")}${END}`,
      ),
      clause(`${slot("company")}\\s+(?:\\S+\\s+){1,7}?(?:clos(?:e|es|ed|ing|ures?)|shut(?:s|ting)?|shutdown)\\b`),
    ],
    counts: {
      number:
        /^(?:stores?|plants?|factories|restaurants?|branches|shops?|locations?|outlets?|hotels?|mines?|offices?)$/i,
    },
  },
];
