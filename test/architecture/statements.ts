import type {
  ArrayLiteralExpression,
  CallExpression,
  Expression,
  Node,
  PropertyAccessExpression,
  TaggedTemplateExpression,
  TemplateExpression,
  TypeNode,
} from "typescript/unstable/ast";
import type { Checker, TypeReference } from "typescript/unstable/sync";
import type { StaticText } from "./static-text.ts";
import { nodesOf, type SourceFileNode, SyntaxKind } from "./typescript-project.ts";
import { type Kinds, kindsOf } from "./value-kinds.ts";

/** A statement that is not made by Prisma's query builder, as its source declares it. */
export interface Statement {
  file: string;
  /** What it may read; null: known only when it runs. */
  texts: string[] | null;
  /** By name; null: the source declares no row, or leaves it to its caller. */
  row: ReadonlyMap<string, Kinds> | null;
  /** The values that are sent; null: their number is known only when it runs. */
  values: Kinds[] | null;
  /** Run by Prisma, which converts some types otherwise than the driver. */
  byPrisma: boolean;
  /** How it stands there, for people. */
  shown: string;
}

export interface StatementReader {
  checker: Checker;
  text: StaticText;
}

/** The statements of a file: `….query<Row>(text, values)`, and Prisma's `$queryRaw` and `$executeRaw` with and without `Unsafe`. */
export function statementsIn({ path, node: file }: SourceFileNode, reader: StatementReader): Statement[] {
  return [...nodesOf(file)].flatMap((node): Statement[] => {
    const found =
      node.kind === SyntaxKind.CallExpression
        ? called(node as CallExpression, reader)
        : node.kind === SyntaxKind.TaggedTemplateExpression
          ? tagged(node as TaggedTemplateExpression, reader)
          : null;
    return found === null ? [] : [{ file: path, shown: node.getText().replace(/\s+/g, " ").slice(0, 140), ...found }];
  });
}

type Found = Omit<Statement, "file" | "shown">;

const nameOf = (expression: Expression) =>
  expression.kind === SyntaxKind.PropertyAccessExpression ? (expression as PropertyAccessExpression).name.text : "";

function called({ expression, typeArguments, arguments: args }: CallExpression, reader: StatementReader): Found | null {
  const name = nameOf(expression);
  const [text, values] = args;
  const byPrisma = name === "$queryRawUnsafe" || name === "$executeRawUnsafe";
  if ((name !== "query" && !byPrisma) || text === undefined) return null;
  return {
    texts: reader.text.texts(text),
    row: rowOf(typeArguments?.[0], byPrisma, reader),
    values: byPrisma ? args.slice(1).map((value) => kinds(value, reader)) : listed(values, reader),
    byPrisma,
  };
}

function tagged({ tag, typeArguments, template }: TaggedTemplateExpression, reader: StatementReader): Found | null {
  const name = nameOf(tag);
  if (name !== "$queryRaw" && name !== "$executeRaw") return null;
  const spans = template.kind === SyntaxKind.TemplateExpression ? (template as TemplateExpression).templateSpans : [];
  const head = template.kind === SyntaxKind.TemplateExpression ? (template as TemplateExpression).head : template;
  return {
    texts: [(head as { text: string }).text + spans.map(({ literal }, i) => `$${i + 1}${literal.text}`).join("")],
    row: rowOf(typeArguments?.[0], true, reader),
    values: spans.map(({ expression }) => kinds(expression, reader)),
    byPrisma: true,
  };
}

function kinds(value: Node, { checker }: StatementReader): Kinds {
  const type = checker.getTypeAtLocation(value);
  return type === undefined ? new Set(["any"]) : kindsOf(checker, type);
}

/** The values of an array that is written out; none where there is no array. */
function listed(values: Expression | undefined, reader: StatementReader): Kinds[] | null {
  if (values === undefined) return [];
  if (values.kind !== SyntaxKind.ArrayLiteralExpression) return null;
  const { elements } = values as ArrayLiteralExpression;
  if (elements.some(({ kind }) => kind === SyntaxKind.SpreadElement)) return null;
  return elements.map((element) => kinds(element, reader));
}

/** The fields of the declared row; Prisma's raw statements declare a list of rows. */
function rowOf(node: TypeNode | undefined, isList: boolean, { checker }: StatementReader): Statement["row"] {
  const declared = node && checker.getTypeFromTypeNode(node);
  const [item] = declared && isList ? checker.getTypeArguments(declared as TypeReference) : [declared];
  if (item === undefined || kindsOf(checker, item).has("any")) return null;
  return new Map(
    checker.getPropertiesOfType(item).map((property) => {
      const type = checker.getTypeOfSymbol(property);
      return [property.name, type === undefined ? new Set(["any"]) : kindsOf(checker, type)];
    }),
  );
}

/** The texts of a file that make a temporary table. */
export function stagingIn({ node: file }: SourceFileNode, { text }: StatementReader): string[] {
  return [...nodesOf(file)].flatMap((node) => {
    const isText =
      node.kind === SyntaxKind.NoSubstitutionTemplateLiteral || node.kind === SyntaxKind.TemplateExpression;
    if (!isText || !/^`\s*CREATE TEMPORARY TABLE/.test(node.getText())) return [];
    return text.texts(node as Expression) ?? [];
  });
}
