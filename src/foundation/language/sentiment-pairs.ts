import { stem } from "./stem.ts";

/**
 * Pairs of what somebody does and to what, where neither word alone is good or bad: "wins … order", "closes … factory".
 * Our own list. `strength` is for the one who acts or is acted on.
 */
const PAIRS: readonly { does: string; what: string; strength: number }[] = [
  {
    does: "win wins won winning receive receives received secure secures secured award awarded land landed bag bagged clinch clinched book booked obtain obtained get",
    what: "contract order tender mandate concession licence license",
    strength: 2,
  },
  { does: "secure secured obtain", what: "funding financing power approval permit loan", strength: 2 },
  { does: "win won", what: "case appeal lawsuit customer client", strength: 2 },
  { does: "sign signed", what: "contract order", strength: 2 },
  { does: "sign signed", what: "deal agreement partnership", strength: 1 },
  { does: "cancel cancelled canceled terminate terminated", what: "contract order deal", strength: -2 },
  {
    does: "close closes closed closing shut discontinue discontinued shutter",
    what: "factory plant mill store shop branch site mine smelter production line outlet restaurant",
    strength: -2,
  },
  {
    does: "halt halted suspend suspended stop stopped",
    what: "trading production output trial delivery shipment work",
    strength: -2,
  },
  {
    does: "open opened build invest investing",
    what: "factory plant mill store shop branch outlet restaurant line",
    strength: 1.5,
  },
  { does: "dismiss dismissed reject rejected throw threw thrown", what: "claim case suit lawsuit charge", strength: 2 },
  {
    does: "beat beats top tops topped exceed exceeded surpass surpassed",
    what: "forecast estimate expectation consensus view prediction them",
    strength: 3,
  },
  {
    does: "miss misses missed lag lagged trail trailed undershoot",
    what: "forecast estimate expectation consensus view prediction target",
    strength: -3,
  },
  { does: "save saved saving", what: "cost money million mn m", strength: 2 },
  { does: "meet met achieve achieved", what: "goal endpoint target", strength: 2 },
  { does: "fail failed", what: "goal endpoint target test", strength: -2 },
  { does: "reject rejected refuse refused deny denied", what: "application approval merger permit", strength: -2 },
  { does: "chose choose chosen select selected", what: "supply renew deliver provide build supplier", strength: 1.5 },
  { does: "refuse refused decline", what: "sign", strength: -2 },
  { does: "omit omitted skip skipped scrap scrapped", what: "dividend payout", strength: -2 },
  {
    does: "take took book booked make made record recorded",
    what: "charge writedown impairment provision",
    strength: -2,
  },
  { does: "order ordered", what: "pay recall", strength: -2 },
  { does: "swing swung slip slid fall fell turn turned", what: "loss", strength: -2 },
  { does: "pull pulled withdraw withdrawn", what: "shelf shop store market", strength: -2 },
  { does: "no omit without", what: "dividend payout", strength: -2 },
  {
    does: "reduce reduced lay laid dismiss dismissed fire fired",
    what: "personnel employee people worker staff",
    strength: -2,
  },
  { does: "cut cuts cutting axe axes slash shed eliminate", what: "position post", strength: -2 },
  { does: "axe axes eliminate", what: "job worker staff employee", strength: -2 },
];

/** Number of words that may separate the two. */
const REACH = 6;

const byDoing = new Map<string, { what: Set<string>; strength: number }[]>();
for (const { does, what, strength } of PAIRS)
  for (const doing of new Set(does.split(" ").map(stem)))
    byDoing.set(doing, [...(byDoing.get(doing) ?? []), { what: new Set(what.split(" ").map(stem)), strength }]);

/** Words that end the reach, because another statement begins. */
const BREAKS = new Set(["but", "while", "as", "after", "although", "because", "until", "who", "which"]);

/** Marks the pairs among a sentence's stems. The second word may come first: "the factory will be closed". */
export function markPairs(words: readonly string[], strengths: number[], used: boolean[]): void {
  words.forEach((word, i) => {
    if (used[i]) return;
    for (const { what, strength } of byDoing.get(word) ?? []) {
      const at =
        firstWithin(words, used, i, 1, what) ?? (isDone(words, i) ? firstWithin(words, used, i, -1, what) : null);
      if (at === null) continue;
      strengths[i] = strength;
      used[i] = true;
      used[at] = true;
      return;
    }
  });
}

/** Whether the verb is passive, with the thing before it: "was closed", "be laid". */
const isDone = (words: readonly string[], at: number): boolean =>
  words.slice(Math.max(0, at - 2), at).some((word) => DONE.has(word));
const DONE = new Set("was were be been is are being".split(" ").map(stem));

function firstWithin(
  words: readonly string[],
  used: readonly boolean[],
  from: number,
  step: 1 | -1,
  wanted: ReadonlySet<string>,
): number | null {
  for (let distance = 1; distance <= REACH; distance++) {
    const at = from + step * distance;
    const word = words[at];
    if (word === undefined || BREAKS.has(word)) return null;
    if (!used[at] && wanted.has(word)) return at;
  }
  return null;
}
