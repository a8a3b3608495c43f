/**
 * Draws questions for the sample at random, from trades, places and roles that are written down without looking at the companies:
 *
 *     node bench/quality/sample/questions.mjs [SEED] [COUNT]
 *
 * The last line draws which of the questions the README asks.
 */
import { drawing } from "./drawing.mjs";

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

const [seed = "20261123", count = "20"] = process.argv.slice(2);
const { next, one } = drawing(Number(seed));
for (let i = 0; i < Number(count); i++) process.stdout.write(`Find 5 ${one(ROLES)} ${one(TRADES)} in ${one(PLACES)}\n`);
process.stdout.write(`README: question ${1 + Math.floor(next() * Number(count))}\n`);
