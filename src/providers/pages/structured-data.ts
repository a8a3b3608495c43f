import { storableLine } from "#foundation/language/storable-text";
import type { PageAddress, PageOrganization, PagePerson } from "./page-data.ts";

type Node = Record<string, unknown>;

/** Types of schema.org that stand for a company or another organisation; others are recognised by their endings. */
const ORGANIZATION =
  /^(?:Organization|Corporation|NGO|Airline|Consortium|.*(?:Organization|Business|Company|Store|Agency|Service|Group))$/;
/** Types of schema.org with such an ending that are no organisations. */
const NO_ORGANIZATION = /^(?:Service|.*(?:WebSite|FoodService|Offer|.*Action|AgeGroup|ProductGroup))$/;

/** Types of schema.org that stand for an article. */
const ARTICLE = /^(?:.*Article|BlogPosting|LiveBlogPosting|Report|ReportageNews)$/;

/** Bounds for foreign data. */
const DEEPEST = 12;
const MOST_NODES = 3000;
const LONGEST_TEXT = 2000;
const LONGEST_ARTICLE = 100_000;
const MOST_OF_A_KIND = 50;

/** Returns companies and people that a page's JSON-LD describes (https://schema.org). Skips invalid JSON. */
export function readStructuredData(blocks: readonly string[]): {
  organizations: PageOrganization[];
  people: PagePerson[];
} {
  const organizations: PageOrganization[] = [];
  const people: PagePerson[] = [];
  for (const node of blocks.flatMap(nodesOf)) {
    const types = typesOf(node);
    if (types.some((type) => ORGANIZATION.test(type) && !NO_ORGANIZATION.test(type)))
      organizations.push(organization(node));
    if (types.includes("Person")) people.push(...readPerson(node));
  }
  return {
    organizations: organizations
      .filter(({ name, legalName }) => name !== "" || legalName !== "")
      .slice(0, MOST_OF_A_KIND),
    people: people.slice(0, MOST_OF_A_KIND),
  };
}

/** An article in a page's JSON-LD; "" where it does not state a value. */
export interface ArticleData {
  headline: string;
  description: string;
  text: string;
  published: string;
  publisher: string;
  /** As the page writes it: a tag or a name. */
  language: string;
}

/** Returns the first article that a page's JSON-LD describes; null without one. */
export function readArticleData(blocks: readonly string[]): ArticleData | null {
  const article = blocks.flatMap(nodesOf).find((node) => typesOf(node).some((type) => ARTICLE.test(type)));
  if (article === undefined) return null;
  const publisher = listOf(article.publisher)[0];
  return {
    headline: textOf(article.headline) || textOf(article.name),
    description: textOf(article.description),
    text: typeof article.articleBody === "string" ? article.articleBody.slice(0, LONGEST_ARTICLE) : "",
    published: textOf(article.datePublished),
    publisher: textOf(isNode(publisher) ? publisher.name : publisher),
    language: textOf(article.inLanguage),
  };
}

const typesOf = (node: Node): string[] =>
  listOf(node["@type"]).map((type) => String(type).replace(/^https?:\/\/schema\.org\//, ""));

/**
 * Returns all objects of a block, level by level; reads only part of a block that is nested or spread beyond reason.
 */
function nodesOf(block: string): Node[] {
  let level: unknown[];
  try {
    level = [JSON.parse(block)];
  } catch {
    return [];
  }
  const nodes: Node[] = [];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const below: unknown[] = [];
    for (const value of level) {
      if (nodes.length >= MOST_NODES) return nodes;
      if (Array.isArray(value)) below.push(...value.slice(0, MOST_NODES));
      else if (isNode(value)) {
        nodes.push(value);
        below.push(...Object.values(value).slice(0, MOST_NODES));
      }
    }
    level = below;
  }
  return nodes;
}

function organization(node: Node): PageOrganization {
  return {
    name: textOf(node.name),
    legalName: textOf(node.legalName),
    description: textOf(node.description),
    url: textOf(node.url),
    logo: textOf(isNode(node.logo) ? (node.logo.url ?? node.logo.contentUrl ?? node.logo["@id"]) : node.logo),
    address: address(listOf(node.address)[0]),
    people: [
      ...listOf(node.founder ?? node.founders).flatMap((person) => readPerson(person, "Founder")),
      ...listOf(node.employee ?? node.employees).flatMap((person) => readPerson(person)),
      ...listOf(node.member).flatMap((person) => readPerson(person)),
    ].slice(0, MOST_OF_A_KIND),
    certifications: [...listOf(node.hasCertification), ...listOf(node.hasCredential)]
      .map((entry) => textOf(isNode(entry) ? entry.name : entry))
      .filter((name) => name !== "")
      .slice(0, MOST_OF_A_KIND),
  };
}

function address(value: unknown): PageAddress | null {
  if (!isNode(value)) return null;
  const country = value.addressCountry;
  const read: PageAddress = {
    street: textOf(value.streetAddress),
    postalCode: textOf(value.postalCode),
    city: textOf(value.addressLocality),
    region: textOf(value.addressRegion),
    country: textOf(isNode(country) ? (country.name ?? country.identifier) : country),
  };
  return Object.values(read).some((part) => part !== "") ? read : null;
}

/** Reads a person with a role; without a role the person tells nothing about the company. */
function readPerson(value: unknown, role = ""): PagePerson[] {
  if (!isNode(value)) return [];
  const name = textOf(value.name) || `${textOf(value.givenName)} ${textOf(value.familyName)}`.trim();
  const title = textOf(listOf(value.jobTitle)[0]) || role;
  return name === "" || title === "" ? [] : [{ name, role: title }];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value.slice(0, MOST_OF_A_KIND) : [value];
}

function textOf(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? storableLine(value, LONGEST_TEXT) : "";
}
