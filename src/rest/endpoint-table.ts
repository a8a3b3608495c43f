import type { DocumentNode } from "graphql";
import { scopesOf } from "../../schema/authorization.ts";
import { endpoints } from "./route-table.ts";

/** The scopes that a document needs, out of what the schema asks: one of each line, without what another line implies. */
function neededScopes(document: DocumentNode): string {
  const lines = scopesOf(document).map(({ anyScope = [] }) => anyScope);
  const needed = lines.filter(
    (line, i) =>
      !lines.some((other, j) => other.every((scope) => line.includes(scope)) && (other.length < line.length || j < i)),
  );
  return needed.map((line) => line.map((scope) => `\`${scope}\``).join(" or ")).join(" and ");
}

/** The name of a document's operation. */
function operationName(document: DocumentNode): string {
  const [first] = document.definitions;
  return first?.kind === "OperationDefinition" ? (first.name?.value ?? "") : "";
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^-/, "");

/** Every endpoint with the operation and the document behind it and the scope that the schema asks for, as a Markdown table. */
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
