import { synsetsOf } from "#foundation/language/wordnet";
import { singular } from "./company-words.ts";
import { blank, type Span } from "./spans.ts";
import { tradeKinds } from "./trade-kinds.ts";

/** "Screen the market for", "map the European landscape of": here "market" means the place of the search. */
const SCREENING = String.raw`(?:screen|scan|map(?: out)?|survey|search|research|sweep|comb|scour|analy[sz]e|explore|study|monitor|review|understand|learn about|know|look (?:at|through|across)|go through)(?:s|es|ing)? (?:the |this |our |all )?(?:[\w-]+ )?(?:market(?:place)?|sector|industry|space|universe|director(?:y|ies)|field|world|landscape)s? (?:for|of)`;

/** What one does to learn which companies there are. */
const LEARN = `(?:(?:better|really|finally|quickly) )?(?:know|learn|hear|see|tell|understand|discover|determine|establish|ascertain|explore|identify|list|locate|compile|collect|find(?: out)?|figure out|work out|get to know|make out)`;
/** The same before "who" or "which": "find out who makes …". */
const LEARN_WHO = String.raw`${LEARN}(?: (?:more|exactly))?(?: about)?(?=\s+(?:who|whom|which|what)\b)`;
/** "The aim is to", "my boss asked me to", "our client wants to". */
const PURPOSE = String.raw`(?:the|my|our|this|a) (?:[\w-]+ )?(?:aim|goal|task|objective|purpose|job|mission|assignment|idea|intention|plan|brief|challenge|boss|manager|client|customer|director|team|colleagues?|professor|teacher)(?: here| today| now)?(?: (?:is|was)|(?: (?:has|have))? (?:asks?|asked|wants?|wanted|needs?|told|would like))(?: (?:me|us))? to`;
/** "It would be great to", "it would help us if you could". */
const PLEASANT = `(?:it (?:would|will) (?:be|help)|it['’]d be|it is|it['’]s)(?: (?:very|really))?(?: (?:great|good|nice|helpful|useful|interesting|important|valuable|lovely))?(?: (?:for )?(?:me|us))? (?:to|if you could)`;

/** Openings of a request, matched repeatedly from its beginning. They say nothing about the market. */
const OPENINGS: RegExp[] = [
  /^(?:please|kindly|hi|hello|hey|ok|okay|so|now|then|thanks?|thank you|also|and)\b/i,
  /^(?:dear|hi|hello|hey|good (?:morning|afternoon|evening|day))\b[^,;:!?]{0,40}[,;:!](?=\s)/i,
  // "Target list for M&A: …", "students' project: …": a heading about the request.
  /^[^:?!]{0,60}\b(?:lists?|longlist|shortlist|questions?|projects?|tasks?|requests?|assignments?|homework|thesis|stud(?:y|ies)|names?|needed|wanted|looking|search|research|subject|topic|report|query|brief|help|re|market)\b[^:?!]{0,40}:(?=\s)/i,
  // "Its competitive field worldwide: manufacturers of screws": the list names what the heading is about.
  /^(?:its|their|our|my|the|all)\s[^:?!]{0,60}:(?=\s+(?:\p{L}+\s){0,2}?(?:who|which|makers|manufacturers|producers|suppliers|providers|operators|companies|firms)\b)/iu,
  // "Trying to map the poster business: who owns …": the request follows.
  /^(?:trying to |want to |(?:i am|i'm|we are|we're) )?(?:map|explore|study|understand|research|look(?: at| into)?|analy[sz]e)(?:ping|ing)?\b[^:?!]{0,80}:(?=\s+(?:who|which|what|find|list|show|please|name|identify)\b)/i,
  new RegExp(String.raw`^(?:${PLEASANT}|${PURPOSE})(?= ${LEARN}\b)`, "i"),
  new RegExp(`^(?:to )?${LEARN_WHO}`, "i"),
  // "Understand the makers of …". "See" and "know" may begin an offer.
  /^(?:find out about|figure out|learn about|understand)(?=\s+(?:who|which|what|the|all)\b)/i,
  /^(?:do )?(?:you )?(?:happen|chance) to\b/i,
  /^(?:can|could|would|will) you\b/i,
  /^(?:do you know|are there|is there|there (?:is|are))\b/i,
  /^(?:can|could|do|should|may|might) (?:i|we|one)\b/i,
  /^(?:(?:i|we|i'm|we're|i'd|we'd)\s*(?:am|are|'m|'re|'d|'ve|would|have been|will)?\s+)?(?:currently |urgently |now |also |just |really )*(?:looking|searching|hunting|shopping|scouting|in search|in need|interested|after|need|want|wish|would like|like|seek|seeking|require|wanted|required|trying|hoping|planning)(?:\s+(?:for|in|of|to))*\b(?!\s*[.?!]*$)/i,
  // "Contact the makers of …", but "contact lense makers".
  /^contact(?=\s+(?:us|me|the|all|any|some|my|our|your|\p{L}+s)\b)/iu,
  /^(?:find|list|show|get|name|identify|suggest|recommend|search|look|tell|discover|locate|collect|compile|see|fetch|know|give|send|provide|help|source|buy from|buy)\b(?=\s)(?:\s+(?:me|us|out|up|for|about|to)\b)*/i,
  new RegExp(`^${SCREENING}\\b`, "i"),
  /^(?:as (?:complete|long|full|comprehensive|good) a (?:list|overview) as (?:you can|possible))\b/i,
  /^(?:make|build|create|write|draw up|put together)\s+(?:me|us|a list|an overview)\b/i,
  /^(?:an?|the|some|your)?\s*(?:short |full |complete |long |comprehensive |good |quick |competitive |market |target |broad )*(?:lists?|overview|directory|selection|set|names|examples|table|database|shortlist|longlist|long-list|short-list|number|map|landscape|idea|sense|picture|universe)\s*(?:\([^)]*\)\s*)?(?:of|with|for|on|about)\b/i,
  /^(?:all|any|some|every|the|a|an|more|many|several|few|those|these|other|another|most|top|best|leading|largest|biggest|major|first|of|up to|at least|at most|about|around|roughly|approximately|exactly|max(?:imum)?|only|as many|(?:which|who|whom|what|where)(?:['’]s)?|are|is|else|exactly|kinds? of|types? of)\b(?!-)/i,
];

/** A request in mid-sentence after words about the person who asks: "We run a bakery and need …". */
const SELF =
  /^(?:(?:hi|hello|hey|ok|okay|so|well)\b[\s,]*)*(?:as an?\b|we\b|i\b|i'm\b|we're\b|our\b|my\b|for (?:our|my)\b|being\b|they (?:want|need|seek|plan|hope|would like|are (?:looking|searching))\b|an? [^.?!;:]{3,90}?(?<!\b(?:that|which|who)) (?:(?:wants|needs|seeks) (?:to|an?|the)|(?:plans|intends|hopes) to)\b)/i;
const REQUEST = new RegExp(
  String.raw`\b(?:${SCREENING}\b|look(?:ing)? (?:for|at|into)|search(?:ing)? for|hunting for|in search of|in need of|(?<=\b(?:am|are|[’']m|[’']re) )after|seek(?:s|ing)?|need(?:s|ing)?|want(?:s|ing)?|(?:only )?(?:interested in|care about|concentrate on)|search(?= (?:for |an? )?(?:partners?|suppliers?|compan))|requires?|(?:would|[’']d) (?:like|love) to ${LEARN}(?: more)?(?: about)?|(?:try|trying|tried|hop(?:e|ing)|aim(?:ing)?|plan(?:ning)?|keen|eager|going|intend(?:ing)?|looking) to ${LEARN}|${PURPOSE} ${LEARN}|(?:are|am|[’']m|[’']re|be) (?:wondering|curious)|wonder)\b(?:\s+to (?:find|buy|hire|meet|contact|source|get|know|see|approach|reach|target|engage)(?:\s+from)?)?`,
  "i",
);

/** The same after words about its purpose: "For the meeting on Thursday I need …". */
const OWN_REQUEST = new RegExp(
  `\\b(?:i|we)(?:\\s+(?:am|are|would|only|just|also|really|have to|currently)|[’'](?:m|re|d))*\\s+(?:${REQUEST.source})`,
  "i",
);

/** "Dear all," opens a letter and is not part of the first sentence. */
const GREETING = /^\s*(?:dear|hi|hello|hey|good (?:morning|afternoon|evening|day))\b[^,;:!?.]{0,40}[,;:!]\s+/i;

/** Closings of letters. */
const CLOSING =
  /[\s;,]*\b(?:(?:best|kind|warm|many|with|yours)\s+)*(?:regards|thanks|thank you|cheers|sincerely|faithfully|greetings)\b(?:[^.?!;]{0,40})?[.!]?\s*$/i;

const ABBREVIATIONS =
  /(?<=\b(?:ca|approx|incl|excl|max|min|nr|st|vs|resp|e\.g|i\.e|inc|ltd|co|corp|dr|mr|mrs|ms))\.(?=\s)/gi;

/** Blanks full stops of abbreviations and marks in brackets, "(electrolysers?)", which do not end a sentence. */
const withoutAbbreviations = (text: string): string => text.replace(ABBREVIATIONS, " ").replace(/[?!.](?=\))/g, " ");

/** Blanks the closing of a letter, so that all offsets stay valid. */
function withoutClosing(text: string): string {
  const closing = CLOSING.exec(text);
  return closing && closing.index > 0 ? blank(text, [{ start: closing.index, end: text.length }]) : text;
}

/** A sentence of the text. The market's description begins at `bodyStart`, after the request. */
export interface Sentence extends Span {
  bodyStart: number;
  /** Whether it only describes the person who asks: "We are a brewery." */
  isContext: boolean;
}

/** Splits a text into sentences and finds the request in each. The caller blanks places, counts and seeds before. */
export function readSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  // A full stop ends a sentence before white space or the end. Those of abbreviations ("approx. 20", "St. Gallen") are
  // already blanked.
  for (const match of withoutClosing(withoutAbbreviations(text)).matchAll(
    /[^.?!;\n]+(?:\.(?=\S)[^.?!;\n]+)*[.?!;\n]*/g,
  )) {
    const greeting = GREETING.exec(match[0])?.[0].length ?? 0;
    const start = match.index + greeting;
    const sentence = match[0].slice(greeting);
    const self = SELF.test(sentence.trimStart());
    const request = self ? REQUEST.exec(sentence) : OWN_REQUEST.exec(sentence);
    const from = request ? request.index + request[0].length : 0;
    sentences.push({
      start,
      end: start + sentence.length,
      bodyStart: start + from + openingLength(sentence.slice(from)),
      isContext: self && !request,
    });
  }
  return sentences;
}

/** Whether the body opens with a compound that WordNet or the list of trades has: "contact lens makers", "contact centres". */
function opensCompound(body: string): boolean {
  const [, first = "", second = ""] = /^(\p{L}+)\s+(\p{L}+)/u.exec(body) ?? [];
  const compound = `${first} ${singular(second)}`.toLowerCase();
  return second !== "" && (synsetsOf(compound, "noun", 1).length > 0 || tradeKinds(compound).kinds.length > 0);
}

function openingLength(body: string): number {
  let at = 0;
  for (let moved = true; moved; ) {
    moved = false;
    at += /^[\s,:"'()–-]*/.exec(body.slice(at))?.[0].length ?? 0;
    if (opensCompound(body.slice(at))) break;
    for (const opening of OPENINGS) {
      const length = opening.exec(body.slice(at))?.[0].length ?? 0;
      if (length === 0) continue;
      at += length;
      moved = true;
      break;
    }
  }
  return at;
}
