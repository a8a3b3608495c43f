import { endpointTable } from "./endpoint-table.ts";
import { openApiDocument } from "./openapi.ts";

const TABLE = /(<!-- endpoints: .*? -->)[\s\S]*?(<!-- end of endpoints -->)/;

/**
 * Returns the committed documents that are made from the router. One is the OpenAPI document as text; the other is the
 * page on /v2 with a new table of endpoints.
 * @throws Error when the page has no place for the table
 */
export function restDocuments(restPage: string): { openapi: string; restPage: string } {
  if (!TABLE.test(restPage)) throw new Error("docs/rest.md has no place for the table of endpoints");
  return {
    openapi: `${JSON.stringify(openApiDocument(), null, 2)}\n`,
    restPage: restPage.replace(
      TABLE,
      (_all, before: string, after: string) => `${before}\n\n${endpointTable()}\n\n${after}`,
    ),
  };
}
