/** A name's position in a sentence. */
export interface NamePlace {
  target: number;
  start: number;
  end: number;
}

/** What a verb between two names says about each. */
export interface Relation {
  /** The words that the relation uses up. */
  start: number;
  end: number;
  /** Strength by target. */
  strengths: Map<number, number>;
}

/**
 * Verbs that mean different things for the agent and the patient. Our own list, tried in this order. The patterns match
 * between the two names; a passive swaps them.
 */
const VERBS: readonly { verb: string; agent: number; patient: number }[] = [
  {
    verb: "(?:sued|sues|suing|accused|accuses|charged|charges|fined|fines|blamed|blames|investigat\\w+|prob(?:es|ed))",
    agent: 0,
    patient: -2,
  },
  {
    verb: "(?:downgrad\\w+|cuts? [^.;]{0,40}?(?:to (?:sell|underperform|hold|neutral|underweight)|target|rating|outlook) )",
    agent: 0,
    patient: -2,
  },
  {
    verb: "(?:upgrad\\w+|rais\\w+ (?:its |the |their )?(?:price )?(?:target|rating|outlook)[^.;]{0,12}?)",
    agent: 0,
    patient: 2,
  },
  {
    verb: "(?:cuts?|lower\\w+) (?:its |the |their )?(?:price )?(?:target|rating|outlook)[^.;]{0,12}?",
    agent: 0,
    patient: -2,
  },
  {
    verb: "(?:overt(?:akes?|ook)|pass(?:es|ed)|surpass(?:es|ed)|outpac\\w+|outs(?:ells|old)|beats?|defeat\\w*|outperform\\w*)",
    agent: 2,
    patient: -2,
  },
  { verb: "(?:lost|loses|losing) [^.;]{1,40}? to", agent: -2, patient: 2 },
  {
    verb: "(?:t(?:akes|ook|aking)|w(?:ins|on|inning)|gain(?:s|ed)|poach\\w*|st(?:eals|ole)) (?:\\w+ ){0,3}?(?:share|customers|clients|subscribers|users|staff) from",
    agent: 2,
    patient: -2,
  },
  {
    verb: "(?:agree[sd]? to (?:buy|acquire|purchase|take over)|(?:offer\\w*|plans?|planned|seeks|sought|bids?|bidding) (?:to (?:buy|acquire|purchase|take over)|for)|(?:buys|bought|acquir(?:es|ed)|takes over|took over))",
    agent: 0,
    patient: 1,
  },
  { verb: "(?:clear(?:s|ed)|acquit\\w*)", agent: 0, patient: 2 },
  { verb: "(?:falls?|fell|lags?|lagged|slips?|slipped) behind", agent: -2, patient: 2 },
];

const RELATIONS = VERBS.map((one) => ({
  ...one,
  active: new RegExp(
    `^(?:[ ,]+(?:has|have|had|is|was|will|reportedly|also|again|,)?){0,3}?[ ]*(${one.verb})\\s[^.;:]{0,24}$`,
    "i",
  ),
}));
const PASSIVE =
  /^\s*,?\s*(?:was|were|is|are|been|being|has been|have been|will be)\s+(?:ordered to pay|(\w+))(?:\s+[^.;:]{0,40}?)?\s(?:by\s)?$/i;
const PAY =
  /^\s*(?:was|were|is|must|has to|will have to|ordered to|was ordered to|were ordered to|is ordered to)\s+(?:ordered to )?pay\s[^.;:]{0,6}$/i;

/** Returns the relations between neighbouring names of a sentence. */
export function relationsIn(sentence: string, places: readonly NamePlace[]): Relation[] {
  return places.slice(0, -1).flatMap((one, i): Relation[] => {
    const other = places[i + 1];
    if (other === undefined || other.target === one.target) return [];
    const between = sentence.slice(one.end, other.start);
    if (PAY.test(between)) return [relation(one, other, -2, 2)];
    const passive = /\bby\s(?:the )?$/.test(between) ? PASSIVE.exec(between) : null;
    if (passive !== null) {
      const verb = VERBS.find((known) => new RegExp(`^${known.verb}`, "i").test(`${passive[1] ?? ""} `));
      return verb === undefined ? [] : [relation(one, other, verb.patient, verb.agent)];
    }
    const active = RELATIONS.find((known) => known.active.test(between));
    return active === undefined ? [] : [relation(one, other, active.agent, active.patient)];
  });
}

const relation = (one: NamePlace, other: NamePlace, first: number, second: number): Relation => ({
  start: one.end,
  end: other.start,
  strengths: new Map([
    [one.target, first],
    [other.target, second],
  ]),
});
