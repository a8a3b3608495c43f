import { readFileSync } from "node:fs";
import { contentStems } from "#foundation/language/stem";

/** Words that questions of any trade have: what companies are called, what they do, where they are. */
const OF_ANY_TRADE = `
  companies company makers maker manufacturers manufacturer producers producer firms business businesses providers provider distributors
  distributor operators operator suppliers supplier wholesalers wholesale retailers retailer retail chains chain owners developers
  services service software products product equipment systems machines machinery materials industrial global large small mid listed
  stock find looking need want give list show make sell run offer wanted known mainly own other kind kinds like such similar
  europe european asia america north south east west germany german austria france french italy italian spain spanish japan japanese
  china chinese india indian united states kingdom american british canada canadian australia australian korea korean taiwan switzerland
  swiss sweden norway denmark finland nordic netherlands dutch belgium brazil mexico latin africa`;

const common = new Set(contentStems(OF_ANY_TRADE));

const wordsOf = (text: string): Set<string> => new Set(contentStems(text).filter((word) => !common.has(word)));

interface Question {
  id: string;
  question: string;
  expected: { offer?: readonly string[] };
}

/** Questions as a file of a set has them, one a line. */
export const questionsIn = (file: string): Question[] =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Question);

/** The share of the smaller set's words that the other has too; 0 where one has none. */
function sharedPart(a: Set<string>, b: Set<string>): number {
  const smaller = Math.min(a.size, b.size);
  return smaller === 0 ? 0 : [...a].filter((word) => b.has(word)).length / smaller;
}

/** Whether two questions share half of the words of one of them, or of one's offer: what is learned from one helps with the other. */
export function areAlike(a: Question, b: Question): boolean {
  const offerOf = ({ expected: { offer = [] } }: Question) => wordsOf(offer.join(" "));
  return sharedPart(wordsOf(a.question), wordsOf(b.question)) >= 0.5 || sharedPart(offerOf(a), offerOf(b)) >= 0.5;
}
