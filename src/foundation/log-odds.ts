/** The logistic function: returns the probability with these log-odds, 0–1. */
export const chanceOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** Returns the log-odds (logit) of a probability between 0 and 1, both exclusive. */
export const logOddsOf = (chance: number): number => Math.log(chance / (1 - chance));
