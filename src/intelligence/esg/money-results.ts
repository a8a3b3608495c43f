/** Losses of other things than money. */
const LOST =
  "habitats?|forests?|biodiversity|species|trees|wildlife|life|lives|jobs?|land|soil|ice|data|power|water|heat|energy";
/** Figures of a company's accounts or of its shares: "expects a loss", "profit warning", "the shares fell". */
const RESULT = new RegExp(
  String.raw`(?<!\b(?:job|non|${LOST})[-\s])\b(?:loss(?:es)?(?!\s+of\s+(?:\w+\s+)?(?:${LOST})\b)|profits?|earnings|revenues?|turnover|write-?(?:offs?|downs?)|impairments?|dividends?|share\s+price|shares)\b`,
  "i",
);
/** What a company does for or against the environment, whatever it costs. */
const ENVIRONMENTAL_ACT =
  /\b(?:buil(?:ds?|t|ding)|open(?:s|ed)|install(?:s|ed)|invest(?:s|ed|ing)?|switch(?:es|ed)|replac(?:es|ed)|recycl(?:es|ed)|phas(?:es|ed)\s+out|halv(?:es|ed)|sav(?:es|ed)|powered\s+by|runs?\s+on|commission(?:s|ed)|shut(?:s|ting)?|clos(?:es|ed))\b/i;

/**
 * Returns whether a sentence is about figures of the accounts, and names no act. What such a company sells, such as wind
 * turbines, then says nothing about its conduct.
 */
export const isMoneyResult = (sentence: string): boolean => RESULT.test(sentence) && !ENVIRONMENTAL_ACT.test(sentence);
