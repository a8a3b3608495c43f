import { citiesByName } from "#foundation/geography/cities";
import { englishCountryNames } from "#foundation/geography/countries";
import { states } from "#foundation/geography/states";
import { isPersonName } from "#foundation/language/people-names";
import { isStopWord } from "#foundation/language/stop-words";
import { synsetsOf } from "#foundation/language/wordnet";
import { isOtherThing } from "./aliases.ts";
import { isLegalForm, legalForm } from "./legal-forms.ts";
import type { NameList } from "./name-lists.ts";
import type { NameWord } from "./name-words.ts";
import { isJoined, type NameSpan, type Passage } from "./passages.ts";
import { wordClass } from "./word-class.ts";

/** Evidence from the words around a name. */
export interface Frame {
  /** The legal form that follows ("Target Corp"), in one spelling; null where none does. */
  form: string | null;
  /** Whether a ticker in brackets follows: "(NYSE: TGT)", "(TGT.N)". */
  ticker: boolean;
  /** Whether words used only of companies stand beside it: "shares of", "CEO of", "'s profit". */
  ofCompany: boolean;
  /** Whether a verb follows that companies do more than people: "acquires", "unveils". */
  acts: boolean;
  /**
   * Whether it is part of a longer name that means something else: "Bank of America", "Jane Apple", "Ford Foundation".
   */
  withinLongerName: boolean;
  /** Whether it only names the text's source: "told Reuters", "| CNN". */
  isSource: boolean;
  /** Whether its price moves: "surges", "falls". Prices of companies do, but so do those of goods and currencies. */
  moves: boolean;
  /** Whether a number follows: the "500" of "S&P 500". */
  beforeNumber: boolean;
  /** Whether a hyphen ties it to another capital: "Comcast-Time Warner merger", "Daimler-Benz". */
  hyphenated: boolean;
  /** Whether it is written with "'s". */
  possessive: boolean;
  /** Whether the dictionary lists it together with the next word: "apple pie", "crown prince". */
  compound: boolean;
  /** Whether a noun or adjective follows that is no name and no verb of business: "Apple harvest". */
  beforeThing: boolean;
  /** Whether the words around it show that it means something else: "GM crops", "South by Southwest". */
  otherThing: boolean;
}

const words = (list: string) => list.trim().split(/\s+/).join("|");

/** Matches what follows a company's name: its belongings and its offices. */
const BELONGS = new RegExp(
  `^(?:['’]s?)?\\s+(?:${words(`shares? stock shareholders? investors? bonds? dividends? profits? sales revenues? earnings
   turnover margins? guidance quarterly results? ceo cfo chairman chairwoman chief boss founder board executives? execs? employees staff workers union
   subsidiary unit division plants? factory factories stores? shops? outlets? branches headquarters ipo merger takeover acquisition bid buyout
   deal customers? suppliers? orders? products? brands? recalls? layoffs bankruptcy lawsuit`)})\\b`,
  "i",
);
/** Matches words before a company's name. */
const BEFORE = new RegExp(
  `(?:\\b(?:shares?|stocks?|stakes?|bonds|ceo|cfo|chairman|chairwoman|chief|boss|executives?|head|founders?|owner|parent|maker|unit|subsidiary|division|employees|workers|customers|investors|shareholders|takeover|acquisition|merger|rival|rivals)\\s+(?:of|in|at|with|by|from|for)\\s+(?:the\\s+)?` +
    `|\\b(?:${words(`retailer carmaker automaker chipmaker drugmaker brewer miner insurer lender bank airline carrier telecom utility manufacturer
   maker supplier producer giant conglomerate group firm company startup rival operator developer owner parent competitor chain
   retailers carmakers automakers chipmakers drugmakers brewers miners insurers lenders banks airlines carriers telecoms utilities manufacturers
   makers suppliers producers giants groups firms companies startups rivals operators competitors chains
   acquires acquire acquired acquiring buys sues sued suing`)})\\s+)$`,
  "i",
);
/** Matches verbs of business, as headlines and reports use them. */
const ACTS = new RegExp(
  `^\\s+(?:has |have |had |will |is |are |to |also |again |agreed to |agree to |plans? to |said it |says it )?(?:${words(`acquire[sd]? acquiring unveil(?:s|ed|ing)? launch(?:es|ed|ing)?
   reports? reported reporting posts? posted posting cuts? cutting raises? raised raising lays laid hires? hired hiring recall(?:s|ed|ing)? sues? sued
   files filed filing warns? warned expects? expected forecasts? announces? announced announcing invests? invested investing expands? expanded
   opens? opened opening closes? closed closing merges? merged merging buys? bought buying sells? sold selling signs? signed signing wins won
   slash(?:es|ed)? trims? trimmed misses missed beats tops topped lowers? lowered boosts? boosted issues? issued restructures? restructuring
   spins spun sheds? quits? halts? halted pauses? paused resumes? resumed cancels? cancell?ed delayed idles? idled builds? building built
   outsells? outsold outbids? outbid overtakes? overtook undercuts? outpaces? outpaced poaches poached pools? pooled ships reaches introduces introduced supplies supplied ships shipped manufactures operates operated owns employs reorganis(?:es|ed) offers offered
   settle(?:s|d)? agrees? agreed appoints appointed names named
   says said blames? blamed denies denied vows? vowed admits? admitted plans? planned planning seeks? sought wants? wanted faces? faced urges? urged asks asked
   considers? considered eyes mulls explores? weighs tests? tested adds? added changes? changed ends? ended drops? dropped moves moved gives gave takes took
   brings brought pays paid sends sent avoids avoided finds poured pours puts keeps kept tells ignored missed broke trades traded licenses licensed
   scraps? scrapped suspends? suspended fires? fired withdraws withdrew stops? stopped starts started joins joined extends? extended doubles doubled
   patents? patented teams? backs backed bans? banned blocks? blocked buys refuses refused rejects? rejected swings? swung aims aimed hopes hoped`)})\\b`,
  "i",
);
/** Matches verbs of prices. */
const MOVES =
  /^\s+(?:has |have |had |will |is |are |to )?(?:jumps?|jumped|surges?|surged|tumbles?|tumbled|slumps?|slumped|plunges?|plunged|rises?|rose|falls?|fell|gains?|gained|climbs?|climbed|slides?|slid|soars?|soared|sinks?|sank)\b/i;
/** Matches "(NYSE: TGT)", "(TGT.N)", "(AAPL)"; not "(UK)". */
const TICKER = /^\s*\((?:[A-Z][A-Za-z ]{1,12}\s?:\s?[A-Z0-9.]{1,7}|[A-Z0-9]{1,6}[.:][A-Z]{1,4}|[A-Z]{3,5})\)/;
const SOURCE_BEFORE =
  /(?:\b(?:told|tells|according to|source:?|via|courtesy of|reports? in|reported by|writes? in|interview with)\s+(?:the\s+)?|[©(]\s?)$/i;

/** Kinds of thing that bear names of people and companies but are neither. */
const INSTITUTIONS = new Set(
  `foundation university college school institute museum library church cathedral hospital clinic street road avenue lane square park garden bridge
  stadium arena cup open trophy prize award awards river lake mountain island islands county city town village valley bay beach airport station
  republic ministry parliament senate court police army navy government party council commission committee association federation league club fc united rovers index composite`.split(
    /\s+/,
  ),
);
/** Kinds of thing that are "of" something: "Bank of America", "University of Phoenix". */
const OF_SOMETHING = new Set(
  `bank university college church house board department ministry republic city institute museum kingdom state states union bay gulf isle duke prince
  king queen lord duchess president governor mayor people port order museum society academy court army rock`.split(
    /\s+/,
  ),
);
/**
 * Capitalised words before a name that do not belong to it: titles and kinds of company. Nations are recognised by
 * their word class.
 */
const TITLES = new Set(
  `ceo cfo coo cto chief chairman chairwoman president founder executive executives officer director boss head analyst analysts owner maker giant
  rival retailer carmaker automaker chipmaker drugmaker airline company firm group bank lender insurer startup the a an and or but how why what when
  where who will can is are was were has have does did do after as at by for from in into of on over to with via vs versus against amid before
  exclusive update breaking report reports watch video photos opinion analysis monday tuesday wednesday thursday friday saturday sunday january february march april
  may june july august september october november december if its his her their our my your this that these those new ex former us uk eu`.split(
    /\s+/,
  ),
);

/**
 * Reads the words around a span.
 * @param list the list that contains it ("Ford, GM and Stellantis"): the words before and after the list apply to each
 * name
 */
export function frameOf(span: NameSpan, list: NameList | null): Frame {
  const { passage, first, last } = span;
  const [before, after] = [textBefore(passage, first), textAfter(passage, last)];
  const outside = list === null ? null : [textBefore(passage, list.first), textAfter(passage, list.last)];
  const isSaid = (pattern: RegExp, side: 0 | 1) =>
    pattern.test(side === 0 ? before : after) || (outside !== null && pattern.test(outside[side] ?? ""));
  return {
    form: formAfter(passage, last),
    ticker: TICKER.test(after),
    ofCompany: isSaid(BELONGS, 1) || isSaid(BEFORE, 0),
    acts: isSaid(ACTS, 1),
    moves: isSaid(MOVES, 1),
    withinLongerName: withinLongerName(span, list),
    hyphenated: isHyphenated(span),
    possessive: /^['’]s\b/i.test(after),
    isSource: SOURCE_BEFORE.test(before) || isTitlesTail(span),
    beforeNumber: /^\s\d/.test(after),
    compound: isCompound(span),
    beforeThing: isBeforeThing(span, after),
    otherThing: isOtherThing(span.key, before, after),
  };
}

/** Number of characters read on either side. */
const NEAR = 60;

function textBefore({ text, words: all }: Passage, first: number): string {
  const start = all[first]?.start ?? 0;
  return text.slice(Math.max(0, start - NEAR), start);
}

function textAfter({ text, words: all }: Passage, last: number): string {
  const end = all[last]?.end ?? 0;
  return text.slice(end, end + NEAR);
}

/** Finds the legal form after a name: "Target Corp", "Target, Inc." */
function formAfter({ text, words: all }: Passage, last: number): string | null {
  const word = all[last];
  const next = all[last + 1];
  if (word === undefined || next === undefined || !isLegalForm(next.key) || !/^\p{Lu}|^plc$/u.test(next.written))
    return null;
  return /^,? $/.test(text.slice(word.end, next.start)) ? legalForm(next.key) : null;
}

/** Whether the dictionary lists the name together with the word before or after it. */
function isCompound({ passage, first, last }: NameSpan): boolean {
  if (first !== last) return false;
  const [previous, own, next] = [passage.words[first - 1], passage.words[first], passage.words[first + 1]];
  const isEntry = (one: NameWord | undefined, other: NameWord | undefined) =>
    one !== undefined &&
    other !== undefined &&
    /^[ -]$/.test(passage.text.slice(one.end, other.start)) &&
    synsetsOf(`${one.key} ${other.key}`, "noun").length > 0;
  return (/^\p{L}+$/u.test(next?.written ?? "") && isEntry(own, next)) || isEntry(previous, own);
}

function isBeforeThing({ passage, last }: NameSpan, after: string): boolean {
  const next = passage.words[last + 1];
  if (next === undefined || !/^ $/.test(passage.text.slice(passage.words[last]?.end, next.start))) return false;
  // "Target of the raid".
  if (next.key === "of") return true;
  if (ACTS.test(after) || MOVES.test(after) || isStopWord(next.key)) return false;
  // "Ford Mustang", where capitals mark names.
  if (passage.capitalsTell && /^\p{Lu}/u.test(next.written)) return false;
  return wordClass(next.key) === "word" && synsetsOf(next.key, "noun", 1).length > 0;
}

/** Whether the name is the last part of a title after a dash or a bar: the publisher. */
function isTitlesTail({ passage, first, last }: NameSpan): boolean {
  if (!passage.isTitle || last !== passage.words.length - 1 || first === 0) return false;
  return /\s[-–—|]\s(?:the\s)?$/i.test(passage.text.slice(0, passage.words[first]?.start));
}

function isHyphenated({ passage: { text, words: all }, first, last }: NameSpan): boolean {
  const [previous, next] = [all[first - 1], all[last + 1]];
  if (next !== undefined && /^[-–]$/.test(text.slice(all[last]?.end, next.start)) && /^\p{Lu}/u.test(next.written))
    return true;
  return previous !== undefined && /^[-–]$/.test(text.slice(previous.end, all[first]?.start));
}

/** Whether the word on the other side of "&" is a rare name of the directory: "American Airlines & JetBlue". */
const isNameInList = (list: NameList | null, at: number): boolean =>
  list?.members.some(
    ({ first, last, key }) => first <= at && at <= last && (last > first || wordClass(key) === "rare"),
  ) ?? false;

function withinLongerName({ passage, first, last }: NameSpan, list: NameList | null): boolean {
  const { text, words: all, capitalsTell } = passage;
  const after = all[last + 1];
  if (after !== undefined && isJoined(passage, last + 1) && !/['’]/.test(text.slice(all[last]?.end, after.start))) {
    if (/^\p{Lu}/u.test(after.written) && INSTITUTIONS.has(after.key)) return true;
    const beyond = all[last + 2];
    // "Johnson & Johnson" is not Johnson.
    if (after.written === "&" && beyond !== undefined && /^\p{Lu}/u.test(beyond.written))
      return !isNameInList(list, last + 2);
  }
  if (isPartOfPlace(passage, first, last)) return true;
  // "Simon Cowell": a first name before a surname.
  if (
    first === last &&
    after !== undefined &&
    isJoined(passage, last + 1) &&
    /^\p{Lu}\p{Ll}+$/u.test(after.written) &&
    !/['’]/.test(text.slice(all[last]?.end, after.start)) &&
    wordClass(all[first]?.key ?? "") === "person" &&
    isPersonName(after.key) &&
    wordClass(after.key) !== "word" &&
    !isLegalForm(after.key)
  )
    return true;
  // "Ferrari of Milan": a surname and a town.
  const [of, town] = [all[last + 1], all[last + 2]];
  if (
    first === last &&
    of?.key === "of" &&
    isPersonName(all[first]?.key ?? "") &&
    wordClass(town?.key ?? "") === "place"
  )
    return true;
  const previous = all[first - 1];
  if (previous === undefined || !isJoined(passage, first)) return false;
  // The "PLC" of "Barclays PLC".
  if (first === last && isLegalForm(all[first]?.key ?? "")) return true;
  const beforeThat = all[first - 2];
  if (
    previous.key === "of" &&
    beforeThat !== undefined &&
    /^\p{Lu}/u.test(beforeThat.written) &&
    OF_SOMETHING.has(beforeThat.key)
  )
    return true;
  if (previous.written === "&" && beforeThat !== undefined && /^\p{Lu}/u.test(beforeThat.written))
    return !isNameInList(list, first - 2);
  if (/[-–]/.test(text.slice(previous.end, all[first]?.start))) return false;
  if (/['’]/.test(text.slice(previous.end, all[first]?.start)) || !/^\p{Lu}/u.test(previous.written)) return false;
  if (TITLES.has(previous.key)) return false;
  const before = wordClass(previous.key);
  // "Rob Ford", "Paris Hilton": a first name that is also a word or a place, where capitals mark names.
  if (first === last && isPersonName(all[first]?.key ?? "") && isPersonName(previous.key))
    if (capitalsTell || wordClass(previous.key) === "person") return true;
  // "Harrison Ford Breaks Ankle": a first name before a possible surname, in any case.
  if (first === last && before === "person" && wordClass(all[first]?.key ?? "") !== "rare") return true;
  // "Flappy Bird": a word after one outside the dictionary belongs to the same name.
  if (first === last && before === "rare" && wordClass(all[first]?.key ?? "") === "word") return true;
  // "Jane Apple": another capital before it, where capitals mark names. A dictionary word that opens the sentence owes
  // its capital to that.
  return capitalsTell && (!opensSentence(passage, first - 1) || before === "rare" || before === "person");
}

/** Whether the words are part of a two-word city or country: "Costa" and "Rica". */
function isPartOfPlace({ text, words: all }: Passage, first: number, last: number): boolean {
  if (first !== last) return false;
  const isPlace = (left: number) => {
    const [one, other] = [all[left], all[left + 1]];
    if (one === undefined || other === undefined || !/^[ -]$/.test(text.slice(one.end, other.start))) return false;
    if (!/^\p{Lu}/u.test(one.written) || !/^\p{Lu}/u.test(other.written)) return false;
    const pair = `${one.key} ${other.key}`;
    return (
      englishCountryNames().has(pair) ||
      states().has(pair) ||
      (citiesByName().get(pair)?.[0]?.population ?? 0) >= KNOWN_PLACE
    );
  };
  return isPlace(first) || isPlace(first - 1);
}

/** Inhabitants from which a place counts; smaller ones share their name with too much. */
const KNOWN_PLACE = 100_000;

/** Whether a word begins the text or a sentence, where a capital proves nothing. */
export function opensSentence({ text, words: all }: Passage, at: number): boolean {
  const word = all[at];
  const before = all[at - 1];
  if (word === undefined) return false;
  if (before === undefined) return true;
  return (
    /[.!?:;"“”]\s*["“(]?$|[\n|]\s*$|\s[-–—]\s$/.test(text.slice(before.end, word.start)) &&
    !isJoined({ text, words: all, capitalsTell: true, isTitle: false }, at)
  );
}
