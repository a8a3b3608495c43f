import GithubSlugger from "github-slugger";
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  print,
} from "graphql";

/** The place of the list of pages, in docs/graph.md. */
const LIST = "<!-- pages of the graph -->";

/** Types that share a page, because each is small. */
const SHARED = [
  { file: "graph/inputs.md", title: "Inputs", holds: isInputObjectType },
  { file: "graph/enums.md", title: "Enums", holds: isEnumType },
  { file: "graph/scalars.md", title: "Scalars", holds: isScalarType },
];

/**
 * Makes the reference of the graph from its SDL. Each object type and interface has a page, with a heading for each
 * field; inputs, enums and scalars share one page each.
 * @returns `{ pages: { name, text }[], withList }`: the pages, and what writes the list of them into docs/graph.md
 */
export function graphReference(sdl) {
  const schema = buildSchema(sdl);
  const types = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith("__"))
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
  const uses = usesOf(types);
  const own = types.filter(hasOwnPage);
  const pages = [
    ...own.map((type) => ({ name: fileOf(type), text: pageOf(type, schema, uses) })),
    ...SHARED.map(({ file, title, holds }) => ({
      name: file,
      text: joined(`# ${title}`, ...types.filter(holds).map((type) => sectionOf(type, uses))),
    })),
  ];
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(Boolean);
  const line = (type) => `- [${type.name}](${fileOf(type)}): ${oneLine(type.description)}`;
  const list = joined(
    "## Operations",
    roots.map(line).join("\n"),
    "## Inputs, enums and scalars",
    SHARED.map(({ file, title }) => `- [${title}](${file})`).join("\n"),
    "## Types",
    own
      .filter((type) => !roots.includes(type))
      .map(line)
      .join("\n"),
  );
  return { pages, withList: (text) => text.replace(LIST, () => list) };
}

const hasOwnPage = (type) => isObjectType(type) || isInterfaceType(type);
const fileOf = (type) => (hasOwnPage(type) ? `graph/${type.name}.md` : SHARED.find(({ holds }) => holds(type)).file);
const joined = (...parts) => `${parts.filter((part) => part !== "").join("\n\n")}\n`;
const oneLine = (text) => (text ?? "").replace(/\s+/g, " ").trim();
const inCell = (text) => oneLine(text).replaceAll("|", "\\|");

/** A link from one page of the graph to a type on another. */
const linkTo = (type) => {
  const file = fileOf(type).replace("graph/", "");
  return hasOwnPage(type) ? file : `${file}#${type.name.toLowerCase()}`;
};
const linked = (type) => `[\`${type}\`](${linkTo(getNamedType(type))})`;

/** Ids of a page's headings for its fields: the title takes the first of two that are alike. */
function idsOf(type) {
  const slugger = new GithubSlugger();
  slugger.slug(type.name);
  return new Map(Object.keys(type.getFields()).map((name) => [name, slugger.slug(name)]));
}

/** Where each type is used: links to the fields that have it or take it as an argument, by its name. */
function usesOf(types) {
  const uses = new Map(types.map(({ name }) => [name, new Set()]));
  const add = (type, link) => uses.get(getNamedType(type).name).add(link);
  for (const type of types.filter(hasOwnPage)) {
    const ids = idsOf(type);
    for (const field of Object.values(type.getFields())) {
      const link = `[\`${type.name}.${field.name}\`](${type.name}.md#${ids.get(field.name)})`;
      for (const { type: used } of [field, ...field.args]) add(used, link);
    }
  }
  for (const input of types.filter(isInputObjectType))
    for (const { type } of Object.values(input.getFields())) add(type, `[\`${input.name}\`](${linkTo(input)})`);
  return uses;
}

/** Scalars of the language itself are used everywhere. */
function usedBy(type, uses) {
  const links = [...uses.get(type.name)];
  return links.length === 0 || isSpecifiedScalarType(type) ? "" : `Used by ${links.join(", ")}.`;
}

function pageOf(type, schema, uses) {
  const interfaces = type.getInterfaces().map(linked);
  const implementations = isInterfaceType(type) ? schema.getPossibleTypes(type).map(linked) : [];
  return joined(
    `# ${type.name}`,
    type.description ?? "",
    interfaces.length === 0 ? "" : `Implements ${interfaces.join(", ")}.`,
    implementations.length === 0 ? "" : `Implemented by ${implementations.join(", ")}.`,
    usedBy(type, uses),
    ...Object.values(type.getFields()).flatMap((field) => [
      `## ${field.name}`,
      `Type: ${linked(field.type)}`,
      field.description ?? "",
      deprecation(field),
      valuesTable("Argument", field.args),
    ]),
  );
}

function sectionOf(type, uses) {
  return joined(
    `## ${type.name}`,
    type.description ?? "",
    isInputObjectType(type) ? valuesTable("Field", Object.values(type.getFields())) : "",
    isEnumType(type) ? enumTable(type) : "",
    usedBy(type, uses),
  ).trimEnd();
}

const deprecation = ({ deprecationReason }) =>
  deprecationReason == null ? "" : `Deprecated: ${oneLine(deprecationReason)}`;

/** A table of arguments or of an input's fields. */
function valuesTable(heading, values) {
  if (values.length === 0) return "";
  const rows = values.map((value) => {
    const byDefault = value.astNode.defaultValue;
    const meaning = [value.description, deprecation(value)].filter(Boolean).join(" ");
    return `| \`${value.name}\` | ${linked(value.type)} | ${byDefault ? `\`${inCell(print(byDefault))}\`` : ""} | ${inCell(meaning)} |`;
  });
  return [`| ${heading} | Type | Default | Meaning |`, "| --- | --- | --- | --- |", ...rows].join("\n");
}

function enumTable(type) {
  const rows = type
    .getValues()
    .map(
      (value) => `| \`${value.name}\` | ${inCell([value.description, deprecation(value)].filter(Boolean).join(" "))} |`,
    );
  return ["| Value | Meaning |", "| --- | --- |", ...rows].join("\n");
}
