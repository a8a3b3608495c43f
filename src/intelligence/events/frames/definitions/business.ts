import type { FrameDefinition } from "../frame-types.ts";
import { AUX, clause, END, PERSON, ROLE, slot } from "./fragments.ts";

/** Frames of a company's actions and results. */
export const BUSINESS: readonly FrameDefinition[] = [
  {
    type: "earnings",
    alertTypes: ["Earnings growth", "Earnings decline", "Guidance raised", "Guidance cut"],
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
        `(?:(?:first|second|third|fourth|same|Q[1-4]|[1-4]Q|annual|quarterly|net|full-year|comparable)[-\\s](?:quarter\\s+|store\\s+)?)*(?<measure>sales|profits?|earnings|revenues?|income|loss(?:es)?|margins?)\\s+${AUX}(?<change>rises?|rose|jumps?|jumped|surges?|grows?|grew|climbs?|soars?|doubles?|falls?|fell|drops?|dropped|declines?|declined|slides?|slid|tumbles?|dips?|plunges?|slips?|sinks?|shrinks?|widens?|narrows?|down|up)\\s+(?:\\S+\\s+){0,4}?(?:at|for)\\s+${slot("company")}${END}`,
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
    ],
    percent: true,
    money: "amount",
  },
  {
    type: "layoff",
    alertTypes: ["Layoffs"],
    subject: "company",
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:cuts?|cutting|lays?\\s+off|laid\\s+off|laying\\s+off|axes?|axing|slash(?:es|ing)?|sheds?|eliminat(?:es?|ing)|trims?|fires?)\\s+(?=.{0,60}\\b(?:jobs?|workers?|employees|staff|positions|workforce|people)\\b)`,
      ),
      clause(
        `(?:(?:\\S+\\s+){0,4}?(?:jobs?|positions|posts|workers|employees)\\s+${AUX}(?:go|cut|lost|at\\s+risk|axed|goes|laid\\s+off)|(?:\\S+\\s+){0,3}?(?:layoffs|job\\s+cuts|redundancies))\\s+(?:at|by)\\s+${slot("company")}${END}`,
      ),
      clause(`${slot("company")}(?:['’]s?)?\\s+(?:\\S+\\s+){0,3}?(?:layoffs|job\\s+cuts|redundancies)\\b`),
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
      clause(
        `${slot("company")}\\s+${AUX}(?:announc(?:es?|ed|ing)|show(?:s|ed|ing)\\s+off|shows|reveal(?:s|ed|ing)?|present(?:s|ed|ing)?|bring(?:s|ing)|add(?:s|ed|ing)|test(?:s|ed|ing)|showcas(?:es?|ed|ing)|ship(?:s|ped|ping)|start(?:s|ed)\\s+sell(?:ing)?|updat(?:es?|ed|ing)|offers)\\s+${slot("product")}${END}`,
      ),
      clause(
        `${slot("product")}\\s+${AUX}(?:com(?:es?|ing)|arriv(?:es?|ed|ing)|head(?:s|ed|ing)|return(?:s|ed|ing)?|available|unveiled|announced|introduced|revealed|lands?|here)\\b`,
      ),
      clause(`(?:introducing|meet|hands[-\\s]on\\s+with)\\s+${slot("product")}${END}`),
    ],
    money: "price",
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
      clause(
        `${PERSON}\\s+${AUX}(?:named|appointed|becomes?|became|hired|picked|tapped|elected|installed|confirmed)\\s+(?:as\\s+|the\\s+|new\\s+|to\\s+be\\s+)*${slot("company")}(?:['’]s?)?\\s+${ROLE}`,
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
        `${slot("company")}\\s+${AUX}(?:fil(?:es?|ed|ing)|seek(?:s|ing)?|enter(?:s|ed)?|declar(?:es?|ed)|goes|gets?|granted|wins?)\\s+(?:for\\s+)?(?:\\S+\\s+){0,3}?(?:bankrupt(?:cy)?|chapter\\s+\\d+|insolvency|administration|creditor\\s+protection)`,
      ),
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
        `(?:bankrupt(?:cy)?|insolven(?:t|cy)|collapse)\\s+(?:\\S+\\s+){0,2}?(?:of|for|at)\\s+${slot("company")}${END}`,
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
    subject: "company",
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:opens?|opening|builds?|building|expands?|expanding|invests?|investing)\\s+${slot("what")}${END}`,
      ),
      clause(
        `${slot("company")}\\s+${AUX}(?:plans?|announc(?:es?|ed)|unveils?|adds?|adding|launch(?:es)?|starts?|breaks?\\s+ground\\s+on|doubles?|enlarges?|extends?|to\\s+start)\\s+${slot("what")}${END}`,
      ),
    ],
    money: "amount",
    counts: { number: /^(?:stores?|plants?|factories|restaurants?|branches|shops?|locations?|jobs?)$/i },
  },
  {
    type: "closure",
    alertTypes: ["Closure"],
    subject: "company",
    patterns: [
      clause(
        `${slot("company")}\\s+${AUX}(?:clos(?:es?|ed|ing)|shut(?:s|ting)?(?:\\s+down)?|shutters?|shuttering)\\s+${slot("what")}${END}`,
      ),
      clause(
        `(?:\\S+\\s+){0,4}?(?:stores?|plants?|factory|factories|restaurants?|branches|shops?|locations?|offices?)\\s+${AUX}(?:clos(?:e|es|ed|ing)|shut)\\s+(?:at|by)\\s+${slot("company")}${END}`,
      ),
      clause(`${slot("company")}\\s+(?:\\S+\\s+){1,7}?(?:clos(?:e|es|ed|ing|ures?)|shut(?:s|ting)?|shutdown)\\b`),
    ],
    counts: { number: /^(?:stores?|plants?|factories|restaurants?|branches|shops?|locations?|offices?)$/i },
  },
];
