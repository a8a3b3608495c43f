/**
 * Draws questions for the sample at random, from trades, places and roles that are written down without looking at the companies:
 *
 *     node bench/quality/sample/questions.mjs [SEED] [COUNT]
 */
const TRADES =
  `bicycles; chocolate; elevators; hearing aids; drones; packaging machines; pumps; fire engines; wind turbines; solar inverters;
semiconductors; pharmaceuticals; beer; cosmetics; batteries; tractors; forklifts; payment services; accounting software; antivirus software;
insurance; hospital beds; dental equipment; watches; pianos; skis; furniture; toys; paper; cement; steel; fertilisers; seeds; farmed salmon;
coffee; milk products; bread; wine; shoes; sportswear; jewellery; tiles; windows; locks; heat pumps; air conditioners; lighting; cables;
electric motors; industrial robots; machine tools; laboratory balances; microscopes; hearing implants; satellites; aircraft seats; trains;
buses; trucks; tyres; car parts; ships; sailing yachts; container shipping; parcel delivery; airlines; airports; hotels; restaurants;
supermarkets; pet food; online courses; video games; films; newspapers; mobile telephony; data centres; cloud software; search software;
banking; asset management; real estate; water supply; electricity; natural gas; oil; gold mining; recycling; security services; staffing;
advertising; consulting; engineering services; construction; bricks; glass; plastics; paints; adhesives; perfumes; eyeglasses; tents`
    .split(";")
    .map((trade) => trade.trim().replace(/\s+/g, " "));
const PLACES = [
  "Germany",
  "Europe",
  "the United States",
  "Japan",
  "France",
  "Scandinavia",
  "the United Kingdom",
  "Switzerland",
  "Spain",
  "Italy",
];
const ROLES = ["makers of", "companies that sell", "suppliers of"];

/** Mulberry32 (public domain): 32 bits of state, the same draws everywhere. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const [seed = "20261123", count = "20"] = process.argv.slice(2);
const next = random(Number(seed));
const one = (list) => list[Math.floor(next() * list.length)];
for (let i = 0; i < Number(count); i++) process.stdout.write(`Find 5 ${one(ROLES)} ${one(TRADES)} in ${one(PLACES)}\n`);
