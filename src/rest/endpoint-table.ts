import { type DocumentNode, Kind, type OperationDefinitionNode } from "graphql";
import { scopesOf } from "#schema/authorization";
import { endpoints } from "./route-table.ts";

/**
 * Returns the scopes that a document needs by the schema's rules: one of each line of scopes, without those that
 * another line implies.
 */
function neededScopes(document: DocumentNode): string {
  const asked = scopesOf(document).map((scopes) => ({ ...scopes, ...scopes.$all }));
  const lines = asked.flatMap(({ anyScope = [] }) => (anyScope.length > 0 ? [anyScope] : []));
  const needed = lines.filter(
    (line, i) =>
      !lines.some((other, j) => other.every((scope) => line.includes(scope)) && (other.length < line.length || j < i)),
  );
  const subscriptions = asked.flatMap(({ subscription }) => (subscription === undefined ? [] : [subscription]));
  return [
    ...needed.map((line) => line.map((scope) => `\`${scope}\``).join(" or ")),
    ...(asked.some(({ platform }) => platform === true) ? ["a platform key"] : []),
    ...[...new Set(subscriptions)].map((name) => `the subscription \`${name}\``),
  ].join(" and ");
}

/** Returns the name of a document's operation. */
function operationName(document: DocumentNode): string {
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  return (operation as OperationDefinitionNode | undefined)?.name?.value ?? "";
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^-/, "");

/** Returns a Markdown table of all endpoints with their operation, document and required scope. */
export function endpointTable(): string {
  const rows = endpoints.map(({ method, path, name, meta: { document } }) => [
    `\`${method} ${path}\``,
    `\`${name}\``,
    `\`operations/${kebab(operationName(document))}.graphql\``,
    neededScopes(document),
  ]);
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(["Endpoint", "Operation", "GraphQL document", "Scope"]),
    line(["---", "---", "---", "---"]),
    ...rows.map(line),
  ].join("\n");
}
