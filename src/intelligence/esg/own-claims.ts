/** The origin and former names of a company are not statements about its conduct. */
const HISTORY =
  /\b(?:formerly\s+known\s+as|changed\s+its\s+name|was\s+(?:founded|incorporated|established)\s+(?:in|on))\b/i;
/** Verbs and nouns that describe an offer or a trade. "We provide training to our employees" is conduct nevertheless. */
const OFFERING =
  /\b(?:offer(?:s|ed|ing)?|provid(?:es?|ed|ing)|mak(?:es?|ing)|builds?|building|manufactur(?:es?|ed|ing)|produc(?:es?|ing)|sells?|selling|develop(?:s|ing)|designs?|constructs?|services|distribut(?:es?|ing)|markets|suppl(?:y|ies|ying)|trades?|delivers?|leases?|rents?|enabl(?:es?|ing)|allows?|helps?|engag(?:es?|ed)\s+in|involved\s+in|operates?|specializ(?:es?|ed|ing)|specialis(?:es?|ed|ing)|serves?|invests?|explor(?:es?|ing)|(?:maker|manufacturer|producer|supplier|provider|developer|operator|distributor|retailer)s?\s+of|(?:products?|services?|solutions?|portfolio|segments?|applications?|industries|sectors|areas)\b[^.]*\b(?:includ(?:es?|ing)|compris(?:es?|ing)|such\s+as|used))\b/i;
const OWN_PEOPLE_OR_SITES =
  /\b(?:employees|staff|colleagues|workers|workforce|apprentices|our\s+(?:people|teams?|suppliers|sites|plants|operations))\b/i;
/** Customers and uses of products are neither conduct nor offer. */
const CUSTOMERS =
  /\b(?:serves?|serving|used\s+(?:in|by|for)|for\s+use\s+in|applications|industries|sectors|end[-\s]markets)\b/i;

/** Acts and promises that are about conduct, whoever is their subject. */
const ACT =
  /\b(?:certified|accredited|verified|audited|committed|commits|pledg(?:es?|ed)|aims?|targets?|plans?\s+to|achiev(?:es?|ed)|reduc(?:es?|ed|ing)|cuts?|cutting|lower(?:s|ed|ing)|halv(?:es?|ed)|sav(?:es|ed)|offsets|phas(?:es?|ed|ing)\s+out|switch(?:es|ed)|replac(?:es|ed)|donat(?:es?|ed)|volunteers?|publish(?:es|ed)|disclos(?:es|ed)|reports?|reported|signed|signatory|joined|adopted|prohibits?|bans?|banned|awarded|won|fined|settled|sued|paid|pays|spilled|recalled|laid\s+off|(?:is|are|became|been)\s+(?:\w+\s+)?(?:carbon|climate)[-\s](?:neutral|positive))\b/i;
/** Words by which a text speaks of the company's own affairs. */
const OWN = /\b(?:we|our|us|its|their|own|employees|staff|colleagues|workers|workforce|apprentices)\b/i;
/** Verbs of an act. Without `OWN` they can be the trade: "Recycles batteries". */
const DEED =
  /\b(?:recycl(?:es?|ed|ing)|reus(?:es?|ed|ing)|treat(?:s|ed)?|collect(?:s|ed)?|install(?:s|ed)?|plant(?:s|ed)|protect(?:s|ed)?|restor(?:es?|ed)|train(?:s|ed)?|employ(?:s|ed)?|hir(?:es?|ed)|promot(?:es?|ed)|support(?:s|ed)?|monitor(?:s|ed)?|sourc(?:es?|ed)|us(?:e|es|ed)|buy|buys|bought|run|runs|powered|heated|generat(?:es?|ed)|provid(?:es?|ed)|offer(?:s|ed)?|giv(?:es?|en)|sav(?:e|es|ing)|offset|reduction|commitment)\b/i;
/** Any statement. With `OWN` it is enough for matters that no product can show. */
const STATES =
  /\b(?:is|are|was|were|has|have|had|do|does|did|can|must|may|will|appl(?:y|ies)|respects?|ensures?|compl(?:y|ies)|follows?|adheres?|maintains?|holds?|takes?|treats?|tolerates?|reject(?:s|ed)?|guides?|requires?|believes?|wants?|works?)\b/i;
const OWN_USE =
  /\b(?:our|its|their|own)\s+(?:\w+\s+)?(?:electricity|energy|power|heat|heating|plants?|sites?|fleet|offices?|buildings?|packaging|waste|materials|operations|factor(?:y|ies)|suppl(?:y|ies|iers)|company\s+cars|vehicles)\b/i;

/** What a sentence of a text about oneself can show. */
export interface OwnClaim {
  /** The sentence says what the company does or promises, beyond what it makes, sells or is called. */
  isConduct: boolean;
  /** The same holds where products and services could show the label too. */
  isConductOfOffer: boolean;
}

const NO_CLAIM: OwnClaim = { isConduct: false, isConductOfOffer: false };

/**
 * Returns whether a sentence of a company's own text, or of its record in a directory, claims conduct. It needs an act:
 * "certified", "reduces", "our plants run on". A name, a trade ("Makes wind turbines"), customers and history claim none.
 */
export function ownClaim(sentence: string): OwnClaim {
  const isOfOwn = OWN_PEOPLE_OR_SITES.test(sentence);
  if (HISTORY.test(sentence) || (!isOfOwn && (CUSTOMERS.test(sentence) || OFFERING.test(sentence)))) return NO_CLAIM;
  const isAct = ACT.test(sentence) || (OWN.test(sentence) && DEED.test(sentence));
  const states = STATES.test(sentence);
  return {
    isConduct: isAct || (OWN.test(sentence) && states),
    isConductOfOffer: isAct || (OWN_USE.test(sentence) && states),
  };
}
