import { baseForm } from "#foundation/language/wordnet";
import { isCompanyKind, isGenericRole, singular } from "./company-words.ts";
import { offerOf } from "./offer.ts";
import { isTradeByRole } from "./trade-kinds.ts";

const USERS = String.raw`((?:(?:\p{Ll}[\p{L}-]*[^s\W]s and )|(?:\p{Ll}[\p{L}-]* ))?\p{Ll}[\p{L}-]*[^s\W]s)`;
/** Whose customers use a thing, in two forms, and what for. A place or a stop ends it. */
const USED_BY = new RegExp(
  String.raw`\b(?:(?:that|which) ${USERS} (?:use|need|buy|require|rely on|depend on)|(?:that is |that are |which are )?used by ${USERS})(?: (to \p{Ll}[^,.;:?!]*?))?(?= (?:in|on|for|when|as)\b| (?:from|within|across|based|near|outside)\b|[,.;:?!]|$)`,
  "giu",
);

/** "Components such as gears", "tiles, e.g. for roofs": what follows is no name, no domain and no "like this". */
const EXAMPLES_OF_THINGS =
  /(?<!\p{L})(\p{Ll}[\p{L}-]*),? (?:such as|e\.\s?g\.,?|for example,?|for instance,?|(?<=\p{Ll}s )like) (?=\p{Ll}[\p{L}-]*(?![\p{L}.-]*\.\p{Ll}))(?!(?:th(?:is|at|ese|ose|e)|ours?|us|an?|for|in)\b)/gu;

/** "Moulds other factories use to …": a clause about a thing without "that". */
const USED_WITHOUT_THAT =
  /(?<=(?<thing>\p{Ll}+s) )(?:other )?(?<user>\p{Ll}+s) use(?: (?<purpose>to \p{Ll}[^,.;:?!]*))?(?=[,.;?!]|$)/giu;

/** "Suppliers to the automotive industry" are automotive suppliers. */
const SUPPLIERS_TO = /\bsuppliers (?:to|for|of) (?:the )?(\p{L}+) (?:industry|sector|business)\b/giu;

/** How the companies are paid. It says nothing of what they do: "for a living", "by the hour", but not "for hire". */
const PAID =
  /,? \b(?:for (?:a (?:living|fee|price|commission)|money)|as a (?:paid service|business|living)|by the (?:hour|day|week|month|truckload|tonne|ton|kilo|metre|barrel))\b/gi;

/** "Bread that you find on supermarket shelves" is bread. */
const FOUND_ON_SHELVES =
  / (?:that )?(?:you|we|one|people) (?:can )?(?:find|see|get|buy) (?:on|in|at) (?:the |their |most |every |all )?(?:\p{Ll}[\p{L}-]* ){0,2}(?:shelves|shelf|menus?|shops?|stores?|supermarkets?|aisles?)(?=[\s,.;:?!]|$)/giu;

/**
 * Replaces idioms by plainer words. "Outside of China" loses its "of", and "anywhere but Japan" and "ex-Japan" become
 * exclusions.
 */
export function withPlainCues(text: string): string {
  return (
    withOnlineInFront(withRoleInFront(text))
      // "Somebody to move our office", "anyone offering translations": the question means companies.
      .replace(/\b(?:any|some)(?:one|body) (?:to|(?:who|that)(?: can| could)?) /gi, "companies that ")
      .replace(/\b(?:any|some)(?:one|body) (?=\w+ing\b)/gi, "companies ")
      .replace(/^\s*(?:competitors|rivals|peers) (?:of|to) an? (?=\p{L}+(?: of\b|\s*$))/iu, "")
      .replace(/\bwhoever\b/gi, "who")
      .replace(
        /\b(?:look|take|car)(s|ing)? (?:after|care of|for(?= our| their))\b/gi,
        (_, ending = "") => `maintain${ending}`,
      )
      // "Dealers of machinery (the Caterpillar type)": examples of the kind are no offer.
      .replace(/ ?\((?:of )?the [^()]*\b(?:type|kind|sort|style)s?\)/giu, "")
      // Examples of a thing are members of a list. After words for companies, they are companies.
      .replace(EXAMPLES_OF_THINGS, (said: string, kind: string) =>
        isCompanyKind(kind) && !/^owners?$/i.test(kind) ? said : `${kind}, including `,
      )
      .replace(USED_WITHOUT_THAT, (said: string, ...match: unknown[]) => {
        const { thing, user, purpose = "" } = match.at(-1) as Record<string, string>;
        const isClause =
          singular(thing ?? "") !== thing?.toLowerCase() && isCompanyKind(user ?? "") && !isCompanyKind(thing ?? "");
        return isClause ? `${purpose} for ${user}`.trim() : said;
      })
      .replace(/\bincl\./gi, "including")
      .replace(/\bexcl\./gi, "excluding")
      // "It" in capitals is information technology.
      .replace(/(?<![\p{L}\d&.-])IT(?= \p{Ll})/gu, "information technology")
      .replace(SUPPLIERS_TO, (said: string, trade: string) =>
        isTradeByRole(`${trade} suppliers`) ? `${trade} suppliers` : said,
      )
      .replace(/\bgimme\b/gi, "give me")
      .replace(/\blemme\b/gi, "let me")
      // "Biotechs" are companies of that kind, and so are "uranium stocks".
      .replace(/(?<!\p{L})((?:bio|med|fin|ag|insur|prop|clean|green|ed|food|ad)[- ]?tech)s(?!\p{L})/giu, "$1 companies")
      .replace(/(?<=\p{L} )stocks\b(?! (?:exchange|market|of)\b)/giu, "companies")
      // "… – who makes them?", "… – the ones that drug makers hire to test"
      .replace(/^([^–—?!.]+?)\s+[–—-]\s+who (\p{L}+s) (?:them|those|these|it)\b/giu, "who $2 $1")
      .replace(/\s+[–—-]\s+the ones (?:that |which |who )?[^.?!;]*/giu, "")
      .replace(PAID, "")
      .replace(/,? \b(?:these days|nowadays|right now|at (?:the moment|present))(?=[\s,.;:?!]|$)/gi, "")
      .replace(FOUND_ON_SHELVES, "")
      .replace(/,? \bas (?:their|its|the) (?:main|core|primary|principal|only|sole) (?:business|activity|line)\b/gi, "")
      .replace(/,?(?: and)? \bof (?:any|all|every) sizes?\b/gi, "")
      .replace(/\bon behalf of\b/gi, "for")
      .replace(/\bas opposed to\b/gi, "rather than")
      .replace(/\bbuy now,? pay later\b(?= (?:lend|loan|credit|financ))/gi, "buy-now-pay-later")
      .replace(/\bbuy now,? pay later\b/gi, "buy-now-pay-later credit")
      // One word each, so that "in" begins no place and no phrase.
      .replace(/\bin (vivo|vitro|silico|situ)\b/gi, "in-$1")
      .replace(/\b((?:investment|merchant|banking|advisory|consulting|legal|research) )boutiques?\b/gi, "$1firms")
      .replace(/(?<=\p{Ll} |\p{Ll}\/)labs\b/gu, "laboratories")
      .replace(
        /(?:\b(?:companies|firms|those|the ones) |,? ?\b)of (?:most|particular|special|great|greatest|main) interest(?: to (?:us|me))?(?: (?:are|is))?:?(?= )/gi,
        "",
      )
      // What follows says the same once more.
      .replace(/,? i\.\s?e\.,? /gi, ", ")
      // "Gold royalty & streaming", but "Procter & Gamble" and "R&D".
      .replace(/(?<=\p{Ll}) & (?=\p{Ll})/gu, " and ")
      .replace(
        /,? \bwhose (?:main |typical |usual |only )?(?:customers|clients|users|buyers|subscribers|patients) are\b/gi,
        " for",
      )
      // "Software that hospitals use to schedule nurses" is software to schedule nurses, for hospitals.
      .replace(USED_BY, (_, user = "", byUser = "", purpose = "") => `${purpose.trim()} for ${user || byUser}`.trim())
      .replace(
        /(?:,? and)?(?: (?:that|which|who))? (?:have|has|having|with) (?:(?:their|its|the|a) )?(?:head offices?|headquarters|HQs?|registered offices?|main offices?)(?= (?:in|outside|near|around|within)\b)/gi,
        " based",
      )
      .replace(/(?<=\p{L}) in (?:bulk|quantity|large quantities)\b/giu, "")
      .replace(/,? \bas well as\b/gi, " and also")
      .replace(/,? \b(?:along with|together with)\b/gi, " and")
      .replace(
        /\b(?:leave|leaving|put|putting|set|setting) ((?:\p{L}[\p{L}-]* ){1,5})(?:aside|out|to one side)\b/giu,
        "exclude $1",
      )
      .replace(/\b(?:we|i) (?:have|see) no (?:interest in|use for|need (?:of|for))\b/gi, "exclude")
      .replace(/\b(outside) of\b/gi, "$1")
      .replace(/\b(?:near|close|next) to\b/gi, "near")
      .replace(/(?<=[\s,(])ex[- ](?=\p{Lu})/gu, "except ")
      .replace(/\b(?:cos|co['’]s)\.?(?=\s|$)/g, "companies")
      // "who is producing yarn", but "that are mining companies".
      .replace(
        /\b(who|which|that) (?:is|are)( (?:currently|also|actively|already))? (\w+ing)\b(?=\s+(?!compan|firms|business|groups?\b|and\b|or\b)\w)/gi,
        (said: string, relative: string, adverb = "", form: string) => {
          const verb = baseForm(form.toLowerCase(), "verb");
          return verb === null || verb === form.toLowerCase() ? said : `${relative}${adverb} ${verb}`;
        },
      )
      // "mid caps which make elevators".
      .replace(
        /\b((?:mega|large|mid|small|micro|nano)[- ]cap)s\b(?=\s+(?:that|which|who|in|from|\w+ing)\b)/gi,
        "$1 companies",
      )
      .replace(
        /\bwhose (?:main |core |primary |only |principal )?(?:business|activity|focus|job|trade|bread and butter) (?:is|consists? (?:of|in))(?: the)? (?=\w+ing\b)/gi,
        "",
      )
      .replace(/\b(anywhere|everywhere|worldwide|any country|all countries|all) but (?!not\b)/gi, "$1 except ")
  );
}

/** Moves a role at the end to the beginning: "Industrial robots: producers", "MRI scanners (makers only)". */
function withRoleInFront(text: string): string {
  const [, offer = "", role = "", rest = ""] =
    /^\s*(?:(?:the )?(?:market|industry|sector|field)(?: for| of|:)? )?([^:;.?!()]{3,80}?)[?]?\s*(?:[:–(]|,(?= only)| -)\s*(?:only )?(\p{L}+s)(?: only)?\)?(?=\s*(?:$|[.,;?!]|in\b|from\b))(.*)$/isu.exec(
      text,
    ) ?? [];
  if (!isGenericRole(role) || offer.split(/\s+/).some(isGenericRole)) return text;
  return `${role} of ${offer.replace(/^where can .* (?:buy|get|find) /i, "").trim()}${rest}`;
}

/** A noun phrase before "online", with no clause about those who sell: "used cars online in Germany". */
const ONLINE_BEHIND =
  /^\s*((?:(?!(?:that|which|who)\b)\p{L}[\p{L}-]* ){0,3}?\p{L}+) online(?=\s*(?:$|[,.;?!(]|(?:in|from|within|across)\b))/iu;
/** "Sell shoes online", "sells wine and beer online" */
const SOLD_ONLINE = /\b(sell(?:s|ing)?) ((?:\p{Ll}[\p{L}-]* ){1,4}?)online\b/giu;

/** Puts "online" before what is sold so. "Used cars online" are wanted from those who sell them, but "courses online" are no goods. */
function withOnlineInFront(text: string): string {
  const [said = "", phrase = ""] = ONLINE_BEHIND.exec(text) ?? [];
  const rest = text.slice(said.length);
  const isSold = phrase.split(" ").some((word) => /^sell/i.test(word));
  if (said !== "" && !isSold && isGenericRole(phrase.split(" ").at(-1) ?? "")) return `online ${phrase}${rest}`;
  if (said !== "" && !isSold && offerOf(phrase) === "product") return `companies that sell online ${phrase}${rest}`;
  return text.replace(SOLD_ONLINE, "$1 online $2").replace(/ {2,}/g, " ");
}
