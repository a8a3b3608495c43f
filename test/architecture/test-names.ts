import { readFileSync } from "node:fs";
import { parseAst } from "vitest/node";

/** The name of a test as its report prints it: what is described, from the outside in, and what is said of it. */
export interface TestName {
  described: string[];
  said: string;
}

type AstNode = { type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is AstNode => typeof value === "object" && value !== null && "type" in value;

/** Stands for what a name gets while tests run. */
export const PARAMETER = "Acme";

/** The names of the tests in a file; parts that are computed are `PARAMETER`. */
export function testNamesIn(path: string): TestName[] {
  return [...namesBelow(parseAst(readFileSync(path, "utf8"), { lang: "ts" }), [])];
}

function* namesBelow(value: unknown, described: string[]): Generator<TestName> {
  if (Array.isArray(value)) for (const one of value) yield* namesBelow(one, described);
  if (!isNode(value)) return;
  const { callee, arguments: given } = value;
  const kind = value.type === "CallExpression" && !isTable(callee) ? calledBy(callee) : null;
  const [name, ...rest] = (kind === null ? [] : given) as AstNode[];
  if (kind === "describe" && name !== undefined) {
    yield* namesBelow([callee, ...rest], [...described, textOf(name)]);
    return;
  }
  if (kind !== null && name !== undefined) yield { described, said: textOf(name) };
  for (const child of Object.values(value)) yield* namesBelow(child, described);
}

/** `it.each(rows)` makes the function that is called with the name. */
const isTable = (callee: unknown): boolean =>
  isNode(callee) &&
  isNode(callee.property) &&
  ["each", "for", "runIf", "skipIf"].includes(String(callee.property.name));

/** "it" of `it(…)`, `it.only(…)` and `it.each(rows)(…)`. */
function calledBy(callee: unknown): "it" | "describe" | null {
  if (!isNode(callee)) return null;
  if (callee.type === "Identifier")
    return callee.name === "describe" ? "describe" : callee.name === "it" || callee.name === "test" ? "it" : null;
  return calledBy(callee.object ?? callee.callee ?? callee.tag);
}

function textOf(name: AstNode): string {
  const text =
    name.type === "Literal"
      ? String(name.value)
      : name.type === "TemplateLiteral"
        ? (name.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(PARAMETER)
        : PARAMETER;
  return text.replaceAll(/%[sdifjoO#$]|\$[a-z][\w.]*/g, PARAMETER);
}
