/**
 * Draws questions for the sample at random: a NAICS title × a role × a place. Written before the answers were seen.
 *
 *     node bench/quality/sample/draw.mjs [SEED] [COUNT]
 *
 * Titles: every NAICS 2022 industry of six digits in trades that ask for companies: mining to restaurants, without
 * wholesalers, schools, clubs and the state. A title is one thing of at most four words: no "and", "other", "except".
 */
import { readFileSync } from "node:fs";
import { drawing } from "./drawing.mjs";

const titles = JSON.parse(
  readFileSync(new URL("../../../src/companies/naics/titles-2022.json", import.meta.url), "utf8"),
);
const SECTORS = /^(21|22|23|3[123]|4[4589]|5[1246]|62|7[12])/;
const SEVERAL_THINGS = /\b(and|or|other|all|except|miscellaneous|general|not)\b|[,()]/i;
const trades = Object.entries(titles)
  .filter(([code, title]) => code.length === 6 && SECTORS.test(code) && !SEVERAL_THINGS.test(title))
  .map(([, title]) => title.toLowerCase())
  .filter((title) => title.split(" ").length <= 4);

/** Half of the draws are a country, half something larger or no place at all. */
const COUNTRIES = [
  "Germany",
  "France",
  "the United Kingdom",
  "Italy",
  "Spain",
  "the Netherlands",
  "Switzerland",
  "Sweden",
  "the United States",
  "Canada",
  "Japan",
  "India",
];
const LARGER = ["Europe", "Europe", "North America", "Asia", "Scandinavia", ""];
const ROLES_OF_GOODS = ["makers of", "suppliers of"];

const [seed = "20261124", count = "20"] = process.argv.slice(2);
const { next, one } = drawing(Number(seed));

function question() {
  const title = one(trades);
  const role = one(ROLES_OF_GOODS);
  const place = next() < 0.5 ? one(COUNTRIES) : one(LARGER);
  const goods = /^(.*) manufacturing$/.exec(title)?.[1];
  // "Breweries" and "new car dealers" are companies already; "wireless telecommunications" is what companies do.
  const who = goods !== undefined ? `${role} ${goods}` : title.endsWith("s") ? title : `companies in ${title}`;
  return `Find 5 ${who}${place === "" ? "" : ` in ${place}`}`;
}

for (let number = 1; number <= Number(count); number++) process.stdout.write(`${question()}\n`);
