/** An object of a JSON document. */
type Node = Record<string, unknown>;
/** Who sends what the schema describes. */
type Direction = "request" | "response";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
/** Schemas that refer to themselves are compared to this depth. */
const MAX_DEPTH = 40;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const node = (value: unknown): Node => (isNode(value) ? value : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const words = (values: Iterable<unknown>) => [...values].map((value) => JSON.stringify(value)).join(", ");

/** A document with its references within reach. */
function resolver(document: Node) {
  const resolve = (value: unknown): Node => {
    const found = node(value);
    if (typeof found.$ref !== "string") return found;
    let target: unknown = document;
    for (const step of found.$ref.split("/").slice(1))
      target = node(target)[step.replaceAll("~1", "/").replaceAll("~0", "~")];
    return resolve(target);
  };
  return resolve;
}

/** Bounds by whether a larger value allows more. */
const BOUNDS: Record<string, "more" | "less"> = {
  maximum: "more",
  maxLength: "more",
  maxItems: "more",
  minimum: "less",
  minLength: "less",
  minItems: "less",
};

/** The JSON types that a schema allows; null: any. An integer is a number. */
function typesOf(schema: Node, resolve: (value: unknown) => Node): Set<string> | null {
  const own = schema.type === undefined ? [] : [schema.type].flat();
  if (own.length > 0) return new Set(own.map(String));
  if ("const" in schema) return new Set([schema.const === null ? "null" : typeof schema.const]);
  const branches = [...list(schema.anyOf), ...list(schema.oneOf)].map((branch) => typesOf(resolve(branch), resolve));
  if (branches.length === 0 || branches.includes(null)) return null;
  return new Set(branches.flatMap((types) => [...(types ?? [])]));
}

/** The values that a schema lists; null: it lists none. A boolean that is not the one can only be the other. */
function valuesOf(schema: Node): unknown[] | null {
  if ("const" in schema) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  const { const: other } = node(schema.not);
  return schema.type === "boolean" && typeof other === "boolean" ? [!other] : null;
}

/**
 * The changes of an OpenAPI document that break existing clients, one line each. None means that every old request is
 * still valid and every answer is one that old clients understand. A field that is new in an answer breaks nobody; a
 * value that is new among those of an answer does. Descriptions and examples are not compared.
 */
export function breakingChanges(before: Node, after: Node): string[] {
  const found: string[] = [];
  const old = resolver(before);
  const now = resolver(after);

  function compareSchemas(at: string, direction: Direction, oldValue: unknown, newValue: unknown, depth = 0): void {
    if (depth > MAX_DEPTH) return;
    const [a, b] = [old(oldValue), now(newValue)];
    // A request may not become narrower, an answer not wider.
    const narrower = (what: string) => direction === "request" && found.push(`${at}: ${what}`);
    const wider = (what: string) => direction === "response" && found.push(`${at}: ${what}`);

    const [oldTypes, newTypes] = [typesOf(a, old), typesOf(b, now)];
    const covers = (types: Set<string> | null, type: string) =>
      types === null || types.has(type) || (type === "integer" && types.has("number"));
    const lost =
      oldTypes === null
        ? newTypes === null
          ? []
          : ["any type"]
        : [...oldTypes].filter((type) => !covers(newTypes, type));
    const won =
      newTypes === null
        ? oldTypes === null
          ? []
          : ["any type"]
        : [...newTypes].filter((type) => !covers(oldTypes, type));
    if (lost.length > 0) narrower(`no longer takes ${lost.join(", ")}`);
    if (won.length > 0) wider(`may now be ${won.join(", ")}`);

    const [oldValues, newValues] = [a, b].map(valuesOf);
    if (newValues != null) {
      const gone = oldValues?.filter((value) => !newValues.includes(value));
      if (gone === undefined) narrower(`takes only ${words(newValues)} now`);
      else if (gone.length > 0) narrower(`no longer takes ${words(gone)}`);
    }
    if (oldValues != null) {
      const added = newValues?.filter((value) => !oldValues.includes(value));
      if (added === undefined) wider(`may now be more than ${words(oldValues)}`);
      else if (added.length > 0) wider(`may now be ${words(added)}`);
    }

    for (const [bound, allowsMore] of Object.entries(BOUNDS)) {
      const [from, to] = [a[bound], b[bound]].map((value) => (typeof value === "number" ? value : null));
      const tighter = to != null && (from == null || (allowsMore === "more" ? to < from : to > from));
      if (tighter) narrower(`${bound} is ${to} now`);
    }
    for (const rule of ["pattern", "format"])
      if (b[rule] !== undefined && a[rule] !== b[rule]) narrower(`${rule} is ${String(b[rule])} now`);
      else if (a[rule] !== undefined && a[rule] !== b[rule]) wider(`${rule} is no longer ${String(a[rule])}`);

    const [oldRequired, newRequired] = [new Set(list(a.required)), new Set(list(b.required))];
    for (const name of newRequired) if (!oldRequired.has(name)) narrower(`${String(name)} is required now`);
    for (const name of oldRequired) if (!newRequired.has(name)) wider(`${String(name)} may be missing now`);
    const [oldFields, newFields] = [node(a.properties), node(b.properties)];
    for (const [name, schema] of Object.entries(oldFields)) {
      if (name in newFields) compareSchemas(`${at}.${name}`, direction, schema, newFields[name], depth + 1);
      else if (direction === "response" || b.additionalProperties === false) found.push(`${at}: ${name} is gone`);
    }
    if (b.additionalProperties === false && a.additionalProperties !== false) narrower("refuses other fields now");
    if (a.items !== undefined && b.items !== undefined)
      compareSchemas(`${at}[]`, direction, a.items, b.items, depth + 1);
    compareBranches(at, direction, a, b, depth);
  }

  /** Branches are paired in their order; that they were only ordered anew is not seen, and told as a break to look at. */
  function compareBranches(at: string, direction: Direction, a: Node, b: Node, depth: number): void {
    for (const kind of ["anyOf", "oneOf"]) {
      const [from, to] = [list(a[kind]), list(b[kind])];
      for (const [i, branch] of from.entries())
        if (i < to.length) compareSchemas(`${at}|${i + 1}`, direction, branch, to[i], depth + 1);
      if (direction === "request" && from.length > to.length && to.length > 0) found.push(`${at}: has fewer forms now`);
      if (direction === "response" && to.length > from.length && from.length > 0)
        found.push(`${at}: has more forms now`);
    }
  }

  const json = (value: unknown) => node(node(node(value).content)["application/json"]);
  const parameters = (operation: Node, resolve: (value: unknown) => Node) =>
    new Map(
      list(operation.parameters)
        .map(resolve)
        .map((parameter) => [`${String(parameter.in)} ${String(parameter.name)}`, parameter]),
    );
  const schemaOf = (parameter: Node) => parameter.schema ?? json(parameter).schema;

  function compareOperations(at: string, a: Node, b: Node): void {
    if (a.operationId !== b.operationId) found.push(`${at}: operationId is ${String(b.operationId)} now`);
    const [from, to] = [parameters(a, old), parameters(b, now)];
    for (const [name, parameter] of to) {
      const known = from.get(name);
      if (parameter.required === true && known?.required !== true) found.push(`${at} ${name}: is required now`);
      if (known !== undefined) compareSchemas(`${at} ${name}`, "request", schemaOf(known), schemaOf(parameter));
    }
    for (const name of from.keys()) if (!to.has(name)) found.push(`${at} ${name}: is gone`);

    const [oldBody, newBody] = [old(a.requestBody), now(b.requestBody)];
    if (newBody.required === true && oldBody.required !== true) found.push(`${at} body: is required now`);
    if (a.requestBody !== undefined && b.requestBody === undefined) found.push(`${at} body: is gone`);
    if (a.requestBody !== undefined && b.requestBody !== undefined)
      compareSchemas(`${at} body`, "request", json(oldBody).schema, json(newBody).schema);

    const ways = (operation: Node) =>
      list(operation.security).map((way) => Object.keys(node(way)).sort().join(" and "));
    for (const way of ways(a))
      if (!ways(b).includes(way)) found.push(`${at}: ${way || "no key"} does not suffice any more`);

    const [oldAnswers, newAnswers] = [node(a.responses), node(b.responses)];
    for (const [status, answer] of Object.entries(oldAnswers)) {
      if (!(status in newAnswers)) {
        if (status.startsWith("2")) found.push(`${at}: ${status} is gone`);
        continue;
      }
      const [was, is] = [json(old(answer)).schema, json(now(newAnswers[status])).schema];
      if (was !== undefined) compareSchemas(`${at} ${status}`, "response", was, is);
    }
  }

  for (const [path, item] of Object.entries(node(before.paths)))
    for (const method of METHODS) {
      const [a, b] = [node(item)[method], node(node(after.paths)[path])[method]];
      if (!isNode(a)) continue;
      const at = `${method.toUpperCase()} ${path}`;
      if (isNode(b)) compareOperations(at, a, b);
      else found.push(`${at}: is gone`);
    }
  return [...new Set(found)];
}
