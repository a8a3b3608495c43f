/**
 * Words of business news and what they mean for the subject of the news, compiled for this project. The lists hold base
 * words. `sentiment.ts` compares stems, so that "plunges" and "plunged" are one.
 */

/** Words that are good or bad in any context, by strength 1–3. */
export const VALENCE: Readonly<Record<string, string>> = {
  "3": `breakthrough triumph delight acclaim thrive flourish outstanding superb excellent`,
  "2": `win award prize praise profitable success successful celebrate welcome cheer delighted love loves upbeat optimistic optimism
    confident confidence strong stronger strongest robust record bumper beat exceed exceeds outperform outpace surpass rebound revive revival recover recovery
    promising approve improve improvement strengthen innovative best great good happy oversubscribed solve solved repair restore upgrade upgraded
    bullish relief breakthroughs landmark milestone thriving booming boom vindicate reward lucrative
    safer healthy resilient resilience popular`,
  "1": `gain benefit boost advance backs help ahead easing ease cleaner reliable efficient hire
    expand expansion buyback creditworthy opportunity tailwind smooth favourable favorable attractive progress brisk`,
  "-1": `concern worry caution cautious slow slower sluggish weak weaker uncertain uncertainty delay postpone dispute protest complain complaint criticise criticize
    criticism challenge pressure miss halt suspend risk volatile tension doubt fear probe investigate investigation scrutiny strike shortage scarce
    headwind jitters drag cancel expensive overrun disrupt disruption queue row angry anger gloomy pessimistic bleak weigh struggle idle vacancy closure
    penalty fine raid lawsuit sue sued suing dismiss reject resign resignation warn warning threaten threat trouble burden`,
  "-2": `slump plunge tumble plummet collapse crash crisis fail failure worst worse bad poor disappoint disappointing disappointed downgrade loss scandal
    fraud corrupt corruption guilty convict accuse accusation allegation abuse violate violation breach hack hacker attack steal theft stolen recall defect defective
    fault faulty contaminate pollute pollution spill toxic hazard accident injure injury fire explosion blaze damage destroy ruin drought flood earthquake
    cripple standstill insolvent insolvency bankrupt bankruptcy default liquidate liquidation layoff writedown writeoff impairment discontinue unprofitable underperform redundancy redundant dump
    embezzle bribe bribery launder plague deficit junk bitter bitterly acrimony scrap sanction suffer outage blackout sink victim wrongdoing wrong mistake infringe infringement unpaid mis-sold aground
    selloff rout bearish halve deteriorate erode stagnate recession slowdown downturn distress alarm harm illegal unlawful unsafe fatal`,
  "-3": `kill death die dead deadly catastrophe catastrophic disaster disastrous devastate devastating massacre tragedy fatality`,
};

/** Verbs of rising and falling. Whether that is good depends on the measure. */
export const UP = `rise rises rising rose risen grow grows grew grown growth increase climb climbs jump surge soar raise lift boost expand widen double doubled treble triple
  advance swell mount accelerate extend higher highest more hire add rally leap spike gain up`;
export const DOWN = `fall falls fell fallen drop decline decrease cut cuts slash lower lowest reduce reduction narrow trim shrink shrank shrunk dip slide slip slid halve halved tumble plunge slump
  sink sank shed lose loses lost ebb ease curb cool subside fewer less shorter down weaken pare scrap`;

/** Measures whose rise is good. */
export const WANTED = `profit profitability revenue sale turnover earning dividend demand order backlog share stock growth outlook forecast guidance rating job wage salary
  margin output production capacity price target income investment export booking visitor passenger customer client subscriber market value confidence productivity
  performance result payout workforce staff personnel headcount harvest yield number appetite traffic spending savings volume intake ebit ebitda eps flow return visitor user passenger share wages equity`;
/** Measures whose rise is bad. */
export const UNWANTED = `loss debt cost deficit unemployment inflation default emission pollution complaint accident injury crime risk downtime delay waste bill gearing leverage writedown provision
  death layoff expense shortfall arrears bankruptcy insolvency churn shortage tax tariff fee fraud vacancy overrun redundancy`;

/** Words that reverse what follows within a few words. */
export const NEGATIONS = `not no never nothing none without neither nor cannot n't hardly barely unlikely free despite avoid prevent stop end resolve settle clear ease fight rid acquit exonerate`;

/**
 * Phrases whose meaning is not that of their words, by strength. They count once, and their words do not count again.
 * Stems in order.
 */
export const PHRASES: Readonly<Record<string, number>> = {
  "profit warning": -3,
  "return to profit": 3,
  "into the red": -3,
  "out of the red": 3,
  "into the black": 3,
  "in the red": -2,
  "in the black": 2,
  "run out of money": -3,
  "burn through cash": -2,
  "file for": -1,
  "not guilty": 3,
  "fall apart": -3,
  "walk out": -2,
  "below expectations": -2,
  "above expectations": 2,
  "beat expectations": 3,
  "miss expectations": -3,
  "ahead of schedule": 2,
  "ahead of forecasts": 2,
  "behind schedule": -2,
  "below forecasts": -3,
  "under budget": 2,
  "over budget": -2,
  "behind bars": -2,
  "cost overrun": -2,
  "price fixing": -3,
  "insider trading": -2,
  "let go": -2,
  "data breach": -3,
  "at full capacity": 2,
  "run aground": -2,
  "debt free": 2,
  "debt laden": -2,
  "food waste": 0,
  "lay foundation stone": 0,
  "share buyback": 2,
  "special dividend": 2,
  "investment grade": 2,
  "state of the art": 1,
  "profit target": 0,
  "sign off": 0,
  "risk of insolvency": -2,
  "trade war": -2,
  "trade deal": 2,
  "break record": 2,
  "sale record": 2,
  "record low": -2,
  "record loss": -3,
  "cut job": -2,
  "slash job": -3,
  "job cut": -2,
  "put behind it": 2,
  "pay dispute": -1,
  "come under fire": -2,
  "fire up": 1,
  "set fire": -2,
  "strike deal": 2,
  "fall short": -2,
  "step down": -1,
  "shut down": -2,
  "short of": -1,
  "give up": -1,
  "cash in": 1,
  "pay off": 1,
  "better than expected": 3,
  "worse than expected": -3,
  "on track": 1,
  "class action": -2,
  "hostile bid": -1,
  "going concern": -2,
  "chapter 11": -3,
  "supply shortage": -2,
  "safety concern": -2,
  "well received": 2,
  "green light": 2,
  "below last year": -2,
  "below the previous year": -2,
  "above last year": 2,
  "above the previous year": 2,
  "below the level of last year": -2,
  "below the level of the previous year": -2,
  "sell off": -2,
  "week low": -2,
  "week high": 2,
  "record high": 2,
  "time high": 2,
  "time low": -2,
  "new high": 2,
  "new low": -2,
  "fine print": 0,
  "fine tune": 0,
  "fine dining": 0,
  "share capital": 0,
  "number of share": 0,
  "new share": 0,
  "voting right": 0,
  "lay off": -2,
  "laid off": -2,
  "pick up": 2,
  "picked up": 2,
  "dry up": -2,
  "dried up": -2,
  "hold up": -1,
  "held up": -1,
  "throw out": 0,
  "go into administration": -3,
  "went into administration": -3,
  "enter administration": -3,
  "in profit": 2,
  "back to profit": 3,
  "loss making": -2,
  "temporary dismissal": -2,
  "cost saving": 1,
  "dismiss claim": 2,
  "turn negative": -2,
  "turned negative": -2,
  "was negative": -2,
  "hit by": -2,
  "fall behind": -2,
  "behind rival": -2,
  "lag behind": -2,
  "no sign of": -1,
  "ahead of time": 1,
  "under review": -1,
  "review for a downgrade": -2,
  "price target": 0,
  "annual capacity": 0,
  "production capacity": 0,
  "expect to close": 0,
  "expected to close": 0,
  "subject to approval": 0,
  "subject to the approval": 0,
};
