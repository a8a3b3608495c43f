import type {
  ArrayLiteralExpression,
  ArrowFunction,
  BinaryExpression,
  BindingElement,
  CallExpression,
  ConditionalExpression,
  Expression,
  FunctionDeclaration,
  Identifier,
  Node,
  NumericLiteral,
  ObjectLiteralExpression,
  ParenthesizedExpression,
  PropertyAccessExpression,
  PropertyAssignment,
  ReturnStatement,
  StringLiteral,
  TemplateExpression,
  VariableDeclaration,
} from "typescript/unstable/ast";
import { type Checker, SymbolFlags } from "typescript/unstable/sync";
import { SyntaxKind } from "./typescript-project.ts";

/** What an expression may come to: each of these; null: the source does not say. */
type Values = Value[] | null;
type Value = string | Value[] | { [name: string]: Value };
type Scope = ReadonlyMap<string, Values>;

/** A text in a source rarely has more forms than this. */
const MOST = 16;

/** Reads what expressions of text come to from the source alone: literals, constants, and functions of one `return`. */
export class StaticText {
  readonly #checker: Checker;
  #depth = 0;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** The texts that an expression may come to; null where something in it is known only when it runs. */
  texts(expression: Expression): string[] | null {
    const values = this.#values(expression, new Map());
    if (values === null || values.length === 0 || values.length > MOST) return null;
    const texts = values.filter((value) => typeof value === "string");
    return texts.length === values.length ? [...new Set(texts)] : null;
  }

  #values(node: Node, scope: Scope): Values {
    if (this.#depth > 40) return null;
    this.#depth += 1;
    try {
      return this.#read(node, scope);
    } finally {
      this.#depth -= 1;
    }
  }

  #read(node: Node, scope: Scope): Values {
    switch (node.kind) {
      case SyntaxKind.StringLiteral:
      case SyntaxKind.NoSubstitutionTemplateLiteral:
        return [(node as StringLiteral).text];
      case SyntaxKind.NumericLiteral:
        return [String(Number((node as NumericLiteral).text))];
      case SyntaxKind.ParenthesizedExpression:
      case SyntaxKind.AsExpression:
      case SyntaxKind.SatisfiesExpression:
        return this.#values((node as ParenthesizedExpression).expression, scope);
      case SyntaxKind.TemplateExpression:
        return this.#template(node as TemplateExpression, scope);
      case SyntaxKind.ConditionalExpression: {
        const { whenTrue, whenFalse } = node as ConditionalExpression;
        return both(this.#values(whenTrue, scope), this.#values(whenFalse, scope));
      }
      case SyntaxKind.BinaryExpression:
        return this.#arithmetic(node as BinaryExpression, scope);
      case SyntaxKind.ArrayLiteralExpression:
        return product((node as ArrayLiteralExpression).elements.map((element) => this.#values(element, scope)));
      case SyntaxKind.ObjectLiteralExpression:
        return this.#object(node as ObjectLiteralExpression, scope);
      case SyntaxKind.Identifier:
        return this.#named(node as Identifier, scope);
      case SyntaxKind.PropertyAccessExpression:
        return this.#property(node as PropertyAccessExpression, scope);
      case SyntaxKind.CallExpression:
        return this.#call(node as CallExpression, scope);
      default:
        return null;
    }
  }

  #template({ head, templateSpans }: TemplateExpression, scope: Scope): Values {
    let texts = [head.text];
    for (const { expression, literal } of templateSpans) {
      const values = this.#values(expression, scope);
      if (values === null || texts.length * values.length > MOST) return null;
      if (values.some((value) => typeof value !== "string")) return null;
      texts = texts.flatMap((text) => values.map((value) => text + value + literal.text));
    }
    return texts;
  }

  #arithmetic({ left, operatorToken, right }: BinaryExpression, scope: Scope): Values {
    const isProduct = operatorToken.kind === SyntaxKind.AsteriskToken;
    if (!isProduct && operatorToken.kind !== SyntaxKind.PlusToken) return null;
    const sides = product([this.#values(left, scope), this.#values(right, scope)]);
    return (
      sides?.map((side) => {
        const [a, b] = side as string[];
        const [x, y] = [Number(a), Number(b)];
        if (Number.isNaN(x) || Number.isNaN(y)) return `${a}${b}`;
        return String(isProduct ? x * y : x + y);
      }) ?? null
    );
  }

  /** Fields that only a run knows are left out. */
  #object({ properties }: ObjectLiteralExpression, scope: Scope): Values {
    const object: Record<string, Value> = {};
    for (const property of properties) {
      if (property.kind !== SyntaxKind.PropertyAssignment) return null;
      const { name, initializer } = property as PropertyAssignment;
      const values = this.#values(initializer, scope);
      if (values?.[0] === undefined || values.length !== 1) continue;
      object[(name as Identifier).text] = values[0];
    }
    return [object];
  }

  #declarations(node: Node): Node[] {
    const found = this.#checker.getSymbolAtLocation(node);
    if (found === undefined) return [];
    const symbol = found.flags & SymbolFlags.Alias ? this.#checker.getAliasedSymbol(found) : found;
    return symbol.declarations.flatMap((handle) => handle.resolve() ?? []);
  }

  #named(node: Identifier, scope: Scope): Values {
    const bound = scope.get(node.text);
    if (bound !== undefined) return bound;
    const [declaration] = this.#declarations(node);
    return declaration === undefined ? null : this.#declared(declaration);
  }

  #declared(declaration: Node): Values {
    // `const { condition } = conditionOf(…)`
    if (declaration.kind === SyntaxKind.BindingElement && declaration.parent.kind === SyntaxKind.ObjectBindingPattern) {
      const { propertyName, name } = declaration as BindingElement;
      const { initializer } = declaration.parent.parent as VariableDeclaration;
      const objects = initializer ? this.#values(initializer, new Map()) : null;
      return fieldOf(objects, (propertyName ?? name)?.getText() ?? "");
    }
    if (declaration.kind !== SyntaxKind.VariableDeclaration) return null;
    const { initializer, parent } = declaration as VariableDeclaration;
    // A variable that changes says nothing by its first value.
    if (initializer === undefined || !/^const\b/.test(parent.getText())) return null;
    return this.#values(initializer, new Map());
  }

  #property(node: PropertyAccessExpression, scope: Scope): Values {
    const objects = this.#values(node.expression, scope);
    if (objects !== null) return fieldOf(objects, node.name.text);
    // A member of a module that was imported as a whole.
    const [declaration] = this.#declarations(node.name);
    return declaration === undefined ? null : this.#declared(declaration);
  }

  #call({ expression, arguments: args }: CallExpression, scope: Scope): Values {
    if (expression.kind === SyntaxKind.PropertyAccessExpression) {
      const { expression: of, name } = expression as PropertyAccessExpression;
      const result = this.#method(of, name.text, args, scope);
      if (result !== undefined) return result;
    }
    const callee =
      expression.kind === SyntaxKind.PropertyAccessExpression
        ? (expression as PropertyAccessExpression).name
        : expression;
    const [declaration] = this.#declarations(callee);
    const called = declaration && functionOf(declaration);
    return called
      ? this.#apply(
          called,
          args.map((argument) => this.#values(argument, scope)),
        )
      : null;
  }

  /** Methods of arrays, texts and `Object` that pieces of SQL are made with; undefined: it is none of them. */
  #method(of: Expression, name: string, args: readonly Expression[], scope: Scope): Values | undefined {
    const [first] = args;
    if (name === "join") {
      const lists = this.#values(of, scope);
      const separators = first === undefined ? [","] : this.#values(first, scope);
      const [separator] = separators ?? [];
      if (lists === null || typeof separator !== "string") return null;
      return lists.every((list) => Array.isArray(list))
        ? lists.map((list) => (list as string[]).join(separator))
        : null;
    }
    if (name === "map" && first !== undefined) {
      const lists = this.#values(of, scope);
      const mapped = functionOf(first);
      if (lists === null || mapped === null) return null;
      const results = lists.map((list) =>
        Array.isArray(list) ? product(list.map((item) => this.#apply(mapped, [[item]]))) : null,
      );
      return results.some((result) => result === null) ? null : results.flatMap((result) => result ?? []);
    }
    if (of.getText() === "Object" && first !== undefined && (name === "keys" || name === "entries")) {
      const objects = this.#values(first, scope);
      return (
        objects?.map((object) =>
          name === "keys"
            ? Object.keys(object)
            : Object.entries(object as Record<string, Value>).map((entry) => entry as Value[]),
        ) ?? null
      );
    }
    return undefined;
  }

  #apply({ parameters, body }: FunctionNode, args: readonly Values[]): Values {
    if (body === undefined) return null;
    const scope = new Map<string, Values>();
    for (const [i, { name, initializer }] of parameters.entries()) {
      const values = args[i] ?? (initializer && args[i] === undefined ? this.#values(initializer, new Map()) : null);
      if (name.kind === SyntaxKind.Identifier) scope.set((name as Identifier).text, values);
      else if (name.kind === SyntaxKind.ArrayBindingPattern && values?.length === 1 && Array.isArray(values[0]))
        for (const [k, element] of (name as unknown as { elements: { name?: Identifier }[] }).elements.entries()) {
          const item = values[0][k];
          if (element.name !== undefined && item !== undefined) scope.set(element.name.text, [item]);
        }
      else return null;
    }
    if (body.kind !== SyntaxKind.Block) return this.#values(body, scope);
    for (const statement of (body as unknown as { statements: Node[] }).statements) {
      if (statement.kind === SyntaxKind.ReturnStatement) {
        const { expression } = statement as ReturnStatement;
        return expression === undefined ? null : this.#values(expression, scope);
      }
      if (statement.kind !== SyntaxKind.VariableStatement) return null;
      const { declarationList } = statement as unknown as { declarationList: { declarations: VariableDeclaration[] } };
      for (const { name, initializer } of declarationList.declarations)
        if (name.kind === SyntaxKind.Identifier && initializer)
          scope.set((name as Identifier).text, this.#values(initializer, scope));
    }
    return null;
  }
}

type FunctionNode = Pick<ArrowFunction | FunctionDeclaration, "parameters" | "body">;

function functionOf(node: Node): FunctionNode | null {
  if (node.kind === SyntaxKind.ArrowFunction || node.kind === SyntaxKind.FunctionDeclaration)
    return node as ArrowFunction;
  if (node.kind !== SyntaxKind.VariableDeclaration) return null;
  const { initializer } = node as VariableDeclaration;
  return initializer === undefined ? null : functionOf(initializer);
}

const isObject = (value: Value): value is { [name: string]: Value } =>
  typeof value === "object" && !Array.isArray(value);

/** A field of each of these objects; null where one does not say it. */
function fieldOf(objects: Values, field: string): Values {
  const values = (objects ?? [null]).map((object) => (object !== null && isObject(object) ? object[field] : undefined));
  return values.every((value) => value !== undefined) ? values : null;
}

const both = (a: Values, b: Values): Values => (a === null || b === null ? null : [...a, ...b]);

/** Every combination, one value from each. */
function product(lists: readonly Values[]): Value[][] | null {
  let rows: Value[][] = [[]];
  for (const values of lists) {
    if (values === null || rows.length * values.length > MOST) return null;
    rows = rows.flatMap((row) => values.map((value) => [...row, value]));
  }
  return rows;
}
