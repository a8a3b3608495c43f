/** English function words, which carry no topic. Auxiliaries, pronouns, prepositions, conjunctions, common adverbs. */
const FUNCTION_WORDS = `a about above across after again against all almost along already also although always am among an and another any anyone
anything anywhere are around as at away back be became because become been before behind being below beside besides between beyond both but by
can cannot could did do does doing done down during each either else enough etc even ever every everyone everything everywhere few for from
further had has have having he her here hers him his how however i if in indeed inside instead into is it its itself just kind least less like
made mainly many may me might mine more moreover most mostly much must my near neither never no nobody none nor not nothing now of off often on
once one only onto or other others otherwise our ours out outside over own per perhaps please quite rather s same see seem several she should
similar since so some someone something sort still such than that the their theirs them then there thereby therefore these they thing things
this those though through throughout thus till to together too toward towards under unless until up upon us use used uses using various very via
was we well were what whatever when where whether which while who whole whom whose why will with within without would yet you your yours`;

const STOP_WORDS = new Set(FUNCTION_WORDS.split(/\s+/));

/** Whether a lower-case English word is a function word. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
