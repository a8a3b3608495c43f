import type { DirectoryCompany } from "#companies/directory-company";
import { isCompanyKind } from "../criteria/company-words.ts";
import { offerOf } from "../criteria/offer.ts";
import { CONTRARY, type Relation } from "../plan/relations.ts";
import { fieldText, type TextUnit } from "./company-units.ts";
import { relationsIn, saysGoodsAlone } from "./governing-words.ts";

/** Returns the text of the main business; null where the record has labels alone. */
function mainText(company: DirectoryCompany, units: TextUnit[]): string | null {
  const main = units.find(({ kind }) => kind === "main");
  return main === undefined ? null : fieldText(company, main.field).slice(main.start, main.end);
}

/** Returns the relations that the main business states. */
function mainRelations(company: DirectoryCompany, units: TextUnit[]): Relation[] {
  const text = mainText(company, units);
  return text === null ? [] : relationsIn(text);
}

/**
 * Whether the main business states only activities that rule out the one asked for. Used for records that do not say
 * what the company does with the thing.
 */
export function doesOtherwise(company: DirectoryCompany, units: TextUnit[], asked: Relation): boolean {
  const relations = mainRelations(company, units);
  return relations.length > 0 && relations.every((relation) => CONTRARY[asked].has(relation));
}

/**
 * Whether a record says only that the company makes or sells goods. Without prose, its first keyword decides: keywords begin
 * with the main product.
 */
export function dealsInGoods(company: DirectoryCompany, units: TextUnit[]): boolean {
  const text = mainText(company, units);
  if (text !== null) return saysGoodsAlone(text);
  const [first = ""] = company.keywords;
  return offerOf(first) === "product" && !isCompanyKind(first.split(" ").at(-1) ?? "");
}

/** "Makes shoes and sells them in shops of its own" */
export const tradesToo = (company: DirectoryCompany, units: TextUnit[]): boolean =>
  mainRelations(company, units).includes("trades");

const RETAIL = /\b(?:retail(?:ers?|ing)?|(?:department|discount|variety) stores?|supermarkets?)\b/i;
const RUNS_SHOPS = /^(?:runs?|operates?)\b[^.]*\b(?:stores?|shops?|supermarkets?|drugstores?)\b/i;

/** Whether a company is a shop, whose labels list what it sells: "Toys", "Books" and "Retail" beside one another. */
export function isShop(company: DirectoryCompany, units: TextUnit[]): boolean {
  const text = mainText(company, units);
  if (text === null) return company.industries.some((label) => RETAIL.test(label));
  return RUNS_SHOPS.test(text) || (/^sells?\b/i.test(text) && company.industries.some((label) => RETAIL.test(label)));
}
