import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Config } from "#foundation/config/config";
import { explorerPages } from "./explorer-pages.ts";
import { graphiqlPages } from "./graphiql-page.ts";
import { guidePages } from "./guide-pages.ts";
import { landingPage } from "./landing-page.ts";
import type { PageMaker, Pages } from "./page.ts";
import { policy } from "./security-headers.ts";

const swaggerFolder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

/** Swagger UI's own files, served from here so that the reference works without a network. */
const SWAGGER_FILES: Record<string, string> = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
  "favicon-32x32.png": "image/png",
};

const REFERENCE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Market Intelligence</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
<link rel="icon" href="/docs/favicon-32x32.png">
</head>
<body>
<nav aria-label="Documentation"><a href="/">Start page</a> <a href="/docs/guide">Documentation</a> <a href="/docs/guide/graph">Reference of the graph</a></nav>
<div id="reference"></div>
<noscript>This page needs JavaScript; the document that it shows is <a href="/v2/openapi.json">/v2/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** On a phone, the description of a group of endpoints is below its name. */
const STYLE = `body { margin: 0 }
nav { font: 1rem/1.5 system-ui, sans-serif; padding: .75rem 1.25rem }
nav a { color: #0b57a4; margin-right: 1rem }
.dark-mode nav a { color: #8cc0ff }
@media (max-width: 40rem) {
  .swagger-ui .opblock-tag { flex-wrap: wrap }
  .swagger-ui .opblock-tag > a { flex: 1 }
  .swagger-ui .opblock-tag > small { flex: 1 0 100%; order: 1; padding: 0 }
}
`;

/** `validatorUrl: null` keeps the document from an external validator. */
const START = `SwaggerUIBundle({
  url: "/v2/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  tryItOutEnabled: true,
});
if (matchMedia("(prefers-color-scheme: dark)").matches) document.documentElement.classList.add("dark-mode");
`;

const REFERENCE_POLICY = policy({
  "connect-src": "'self'",
  "img-src": "'self' data:",
  "script-src": "'self'",
  "style-src": "'self'",
});

const HTML = "text/html; charset=utf-8";

/**
 * Makes the pages for people: the start page, the explorer, the documentation, the reference of /v2, and GraphiQL where
 * it is on.
 */
export function createPages({ temporal, explorer }: Pick<Config, "temporal" | "explorer">): Pages {
  const reference = async () => ({ type: HTML, body: REFERENCE, policy: REFERENCE_POLICY });
  const pages = new Map<string, PageMaker>([
    ["/", async () => landingPage(temporal.uiUrl, explorer.graphiql)],
    ["/docs", reference],
    ["/docs/", reference],
    ["/docs/page.css", async () => ({ type: "text/css; charset=utf-8", body: STYLE })],
    ["/docs/start.js", async () => ({ type: "text/javascript; charset=utf-8", body: START })],
    ...guidePages(),
  ]);
  for (const [name, type] of Object.entries(SWAGGER_FILES))
    pages.set(`/docs/${name}`, async () => ({ type, body: await readFile(join(swaggerFolder, name)) }));
  if (explorer.graphiql) for (const [path, page] of graphiqlPages()) pages.set(path, page);
  const explored = explorerPages(explorer);
  return { get: (path) => pages.get(path) ?? explored(path) };
}
