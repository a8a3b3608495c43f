/** The logistic function: the chance with these log-odds, 0–1. */
export const chanceOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));

/** The log-odds (logit) of a chance between 0 and 1, both exclusive. */
export const logOddsOf = (chance: number): number => Math.log(chance / (1 - chance));
