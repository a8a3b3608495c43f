import { type Span, sentences } from "#foundation/language/tokenize";

/** A company's prose, with its sentences classified. All spans are offsets into `description`. */
export interface CompanyProse {
  /** The first sentence about the company's business, without uninformative openings. Null when there is none. */
  mainBusiness: Span | null;
  /** All sentences about the business, in order, including the first. */
  business: Span[];
}

/** Sentences about the company's register entry, not its business. */
const REGISTER_SENTENCE = new RegExp(
  [
    "\\b(?:was|were|been|is)\\s+(?:\\w+\\s+)?(?:founded|incorporated|established|formed|created|launched|listed\\s+on)\\b(?!\\s+to\\b)",
    // "Based in Taipei, X makes …" states the business; "Founded in 1990." does not.
    "^(?:founded|incorporated|established|formed|headquartered|based|listed)\\b.{0,60}$",
    "\\b(?:formerly|previously)\\s+known\\s+as\\b",
    "\\bchanged\\s+(?:its|their)\\s+(?:\\w+\\s+)?name\\b",
    "\\b(?:is|are)\\s+(?:\\w+\\s+)?(?:based|headquartered|domiciled|located)\\s+(?:in|at)\\b",
    "\\b(?:is|are|operates?|operated)\\s+(?:now\\s+)?(?:as\\s+)?an?\\s+(?:\\S+\\s+){0,3}subsidiary\\s+of\\b",
    "^as\\s+of\\b.*\\b(?:subsidiary|acquired|taken private|merged)\\b",
    "\\b(?:filed|files)\\b.*\\b(?:bankruptcy|reorgani[sz]ation|liquidation|insolvency)\\b",
  ].join("|"),
  "i",
);

/** Sentences that only say that the company holds shares: "X is an investment holding company." */
const HOLDING_SENTENCE =
  /^[^,;]{0,120}?\b(?:is|operates\s+as|acts\s+as|engages\s+in)\s+(?:an?\s+|the\s+)?(?:\w+\s+)?(?:investment\s+)?holding\s+(?:company|business|activities)\.?$/i;

/**
 * Words between a company's name and its business: "…, an investment holding company, together with its subsidiaries,
 * …".
 */
const OPENING_APPOSITION =
  /^(?:\s*(?:an?|the)\s+(?:[\w-]+\s+){0,3}(?:holding\s+company|company|corporation|firm|enterprise|group)|\s*(?:together|along|collectively)\s+with\s+(?:its|their)\s+[\w\s-]*(?:subsidiar|affiliat)\w+|\s*through\s+(?:its|their)\s+[\w\s-]*(?:subsidiar|affiliat|compan)\w+(?:\s+and\s+\w+)?)\s*,/i;

/** Maximum length in characters of the subject that opens a first sentence. */
const MAX_SUBJECT_LENGTH = 160;

/**
 * Finds a company's business in its description. Register sentences (founded, formerly known as, headquartered,
 * subsidiary of) and pure holding sentences do not count. Openings such as ", an investment holding company," and ",
 * together with its subsidiaries," are skipped. The main business then begins with the words about it.
 */
export function readProse(description: string, name: string): CompanyProse {
  // Judging asks several times in a row for the same company.
  if (last?.description === description && last.name === name) return last.prose;
  const prose = read(description, name);
  last = { description, name, prose };
  return prose;
}

let last: { description: string; name: string; prose: CompanyProse } | undefined;

function read(description: string, name: string): CompanyProse {
  const business: Span[] = [];
  for (const span of sentences(description)) {
    const text = description.slice(span.start, span.end);
    if (REGISTER_SENTENCE.test(text) || HOLDING_SENTENCE.test(text)) continue;
    business.push(span);
  }
  const first = business[0];
  return { mainBusiness: first ? withoutOpening(description, first, name) : null, business };
}

function withoutOpening(description: string, span: Span, name: string): Span {
  const text = description.slice(span.start, span.end);
  const named = text.toLowerCase().startsWith(name.toLowerCase()) ? name.length : 0;
  // The description may spell the name differently ("Foo Co., Ltd."). The apposition then marks the end of the name.
  const opening = [...text.slice(0, MAX_SUBJECT_LENGTH).matchAll(/,/g)]
    .map((match) => match.index)
    .find(
      (comma) => comma >= named && OPENING_APPOSITION.test(text.slice(comma + 1)) && isName(text.slice(named, comma)),
    );
  let at = opening ?? named;
  while (text[at] === ",") {
    const apposition = OPENING_APPOSITION.exec(text.slice(at + 1));
    if (!apposition) break;
    at += apposition[0].length;
  }
  const rest = text.slice(at).replace(/^[\s,]+/, "");
  return rest.length > 0 ? { start: span.end - rest.length, end: span.end } : span;
}

/** Whether a text can be a name or its end. It then has no lower-case word of four or more letters, as verbs are. */
function isName(text: string): boolean {
  return !/(?<![\p{L}\p{N}-])\p{Ll}{4,}/u.test(text);
}
