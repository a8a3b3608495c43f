import { Command } from "commander";
import { importCompanies } from "#companies/import-companies";
import { linkCompanies } from "#companies/linking/link-companies";
import { knownCompanies } from "#companies/look-up";
import type { Database } from "#foundation/db/database";
import type { LinkedCompany } from "#intelligence/events/content/content";
import { loadTaxonomy } from "#intelligence/events/taxonomy/load-taxonomy";
import { withDirectory } from "../temporary-directory.ts";
import { estimateOfGroups, intervalText } from "./bootstrap.ts";
import { readRows } from "./data.ts";
import { composeHeadlines } from "./events/compose-headlines.ts";
import { type Headline, readHeadlines } from "./events/headlines.ts";
import { table } from "./table.ts";

const LABELS = "bench/quality/own/entities.tsv";
/** The kinds of the labels by the product's. Groups and categories are no names. */
const KINDS = new Map([
  ["company", "organisation"],
  ["organisation", "organisation"],
  ["person", "person"],
  ["product", "product"],
  ["country", "place"],
  ["region", "place"],
  ["city", "place"],
  ["place", "place"],
  ["name", "unknown"],
]);

/** One label: "organisation*=Jos. A. Bank". */
interface Label {
  /** Right, but not asked for. */
  isOptional: boolean;
  /** A kind of the labels; `any` where readers may differ. */
  kind: string;
  /** `*`: the news touches this company; `~`: it may. */
  touched: string;
  /** Ways to write it, the headline's first. */
  names: string[];
}

/** A name that the product gives. */
interface Given {
  kind: string;
  name: string;
  isCompany: boolean;
}

interface Outcome {
  title: string;
  story: string;
  labels: Label[];
  given: Given[];
  impacted: Given[];
}

function readLabel(text: string): Label {
  const [, optional, kind = "", touched = "", names = ""] = /^(\?)?(\w+)([*~])?=(.+)$/.exec(text) ?? [];
  if (names === "") throw new Error(`${text} is no label of an entity`);
  return { isOptional: optional !== undefined, kind, touched, names: names.split("/").map(plain) };
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’]s?(?!\p{L})/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/^the /, "");

const isNamed = ({ names }: Label, { name }: Given) => names.includes(name);
const isOfKind = ({ kind }: Label, given: Given) => kind === "any" || kind === given.kind;

/** Returns the companies of a directory that each headline names, as the service links them. */
async function linkedCompanies(db: Database, headlines: readonly Headline[]): Promise<LinkedCompany[][]> {
  const texts = headlines.map(({ document: { title, text, url } }) => ({ title, text, url }));
  const mentions = await linkCompanies(db, texts);
  const ids = [...new Set(mentions.flat().map(({ companyId }) => companyId))];
  const names = new Map((await knownCompanies(db, ids)).map(({ id, name }) => [id, name]));
  return mentions.map((found) => found.map(({ companyId, quote }) => ({ name: names.get(companyId) ?? quote, quote })));
}

/** Returns the names among entities, a company of the directory as the headline writes it. */
function namesAmong(entities: readonly { name: string; entityType: string }[], linked: readonly LinkedCompany[]) {
  const quotes = new Map(linked.map(({ name, quote }) => [name, quote]));
  return entities.flatMap(({ name, entityType }): Given[] => {
    const kind = KINDS.get(entityType);
    return kind === undefined
      ? []
      : [{ kind, name: plain(quotes.get(name) ?? name), isCompany: entityType === "company" }];
  });
}

/** Returns the row of a measure. Intervals are by stories, whose headlines have the same names. */
function row(name: string, outcomes: readonly Outcome[], right: (one: Outcome) => boolean[], found = right): string[] {
  const share = (of: (one: Outcome) => boolean[]) => {
    const stories = [...Map.groupBy(outcomes, ({ story }) => story).values()];
    const groups = stories.map((ones) => ones.flatMap(of).map(Number));
    return `${intervalText(estimateOfGroups(groups))} of ${groups.flat().length}`;
  };
  return [name, share(right), share(found)];
}

const rightName = ({ labels }: Outcome, given: Given) => labels.some((label) => isNamed(label, given));
const rightEntity = ({ labels }: Outcome, given: Given) =>
  labels.some((label) => isNamed(label, given) && isOfKind(label, given));

function rowsOf(outcomes: readonly Outcome[]): string[][] {
  const wanted = ({ labels }: Outcome) => labels.filter(({ isOptional }) => !isOptional);
  const hasName = ({ given }: Outcome, label: Label) => given.some((one) => isNamed(label, one));
  const has = ({ given }: Outcome, label: Label) => given.some((one) => isNamed(label, one) && isOfKind(label, one));
  const companies = (given: readonly Given[]) => given.filter(({ isCompany }) => isCompany);
  return [
    row(
      "names, whatever their kind",
      outcomes,
      (one) => one.given.map((given) => rightName(one, given)),
      (one) => wanted(one).map((label) => hasName(one, label)),
    ),
    row(
      "names with their kind",
      outcomes,
      (one) => one.given.map((given) => rightEntity(one, given)),
      (one) => wanted(one).map((label) => has(one, label)),
    ),
    ...["organisation", "person", "place", "product"].map((kind) =>
      row(
        `${kind}s`,
        outcomes,
        (one) => one.given.filter((given) => given.kind === kind).map((given) => rightEntity(one, given)),
        (one) => wanted(one).flatMap((label) => (label.kind === kind ? [has(one, label)] : [])),
      ),
    ),
    row(
      "companies that the news touches",
      outcomes,
      (one) =>
        companies(one.impacted).map((given) =>
          one.labels.some((label) => label.touched !== "" && isNamed(label, given)),
        ),
      (one) =>
        wanted(one).flatMap((label) =>
          label.touched === "*" ? [companies(one.impacted).some((given) => isNamed(label, given))] : [],
        ),
    ),
  ];
}

function mistakesOf(one: Outcome): string {
  const told = ({ kind, name }: Given) => `${kind} ${name}`;
  const beyond = one.given.filter((given) => !rightEntity(one, given)).map(told);
  const lacking = one.labels.filter(
    (label) => !label.isOptional && !one.given.some((given) => isNamed(label, given) && isOfKind(label, given)),
  );
  const untouched = one.labels.filter(
    (label) => label.touched === "*" && !one.impacted.some((given) => isNamed(label, given)),
  );
  const list = (sign: string, names: string[]) => (names.length > 0 ? [`    ${sign} ${names.join(", ")}`] : []);
  const lines = [
    ...list(
      "lacking",
      lacking.map(({ kind, names: [name] }) => `${kind} ${name}`),
    ),
    ...list("beyond", beyond),
    ...list(
      "not touched",
      untouched.map(({ names: [name = ""] }) => name),
    ),
  ];
  return lines.length > 0 ? `${one.title}\n${lines.join("\n")}\n` : "";
}

interface EntitiesOptions {
  companies: string;
  directory: boolean;
  headlines: string;
  kept?: boolean;
  mistakes?: boolean;
}

/** `npm run quality -- entities`: names of labelled real headlines, each composed as an event of its own. */
export const entitiesCommand = new Command("entities")
  .description("Measures the entities of labelled real headlines, each taken alone, in a database of its own.")
  .option("--companies <file>", "the directory", "../shared/data/companies.csv.gz")
  .option("--no-directory", "without a directory")
  .option("--headlines <file>", "the headlines", "../shared/data/headlines.csv.gz")
  .option("--kept", "measure the part that nothing was chosen on; prints its totals only")
  .option("--mistakes", "print each headline of the development part that is not as labelled")
  .action(async ({ companies, directory, headlines: file, kept, mistakes }: EntitiesOptions) => {
    const part = kept ? "held-out" : "development";
    const labels = new Map(
      readRows(LABELS).flatMap(([id = "", itsPart = "", entities = ""]) => {
        return itsPart === part ? [[id, entities === "" ? [] : entities.split("|").map(readLabel)] as const] : [];
      }),
    );
    const headlines = (await readHeadlines(file)).headlines.filter(({ id }) => labels.has(id));
    const linked = directory
      ? await withDirectory(
          (db) => importCompanies(db, companies, { source: "directory" }),
          (db) => linkedCompanies(db, headlines),
        )
      : [];
    const contents = await composeHeadlines(headlines, loadTaxonomy(), { companies: linked });
    const outcomes = headlines.map(({ id, story, document: { title } }, i): Outcome => {
      const { relevantEntities = [], impactedEntities = [] } = contents[i] ?? {};
      const among = (entities: typeof relevantEntities | typeof impactedEntities) =>
        namesAmong(entities, linked[i] ?? []);
      return {
        title,
        story: story ?? id,
        labels: labels.get(id) ?? [],
        given: among(relevantEntities),
        impacted: among(impactedEntities),
      };
    });
    const head = [
      `entities of ${headlines.length} headlines, ${kept ? "held-out, measures" : "development, chose"}`,
      "precision",
      "recall",
    ];
    process.stdout.write(`${table([head, ...rowsOf(outcomes)])}\n`);
    if (mistakes && !kept) process.stdout.write(outcomes.map(mistakesOf).join(""));
  });
