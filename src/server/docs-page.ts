import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Config } from "#foundation/config/config";
import { landingPage } from "./landing-page.ts";

export interface Page {
  type: string;
  body: string | Buffer;
}

const swaggerFolder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));

/** Swagger UI's own files; everything that the reference needs, so that it works without a network. */
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
<link rel="icon" href="/docs/favicon-32x32.png">
<style>body { margin: 0 }</style>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript; the document that it shows is <a href="/v2/openapi.json">/v2/openapi.json</a>.</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** `validatorUrl: null`: the document is not sent to a validator elsewhere. */
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

/** The pages for people: where everything is, and the reference of /v2. Answers null for any other path. */
export function createPages(config: Pick<Config, "temporal">): (path: string) => Page | null {
  const html = "text/html; charset=utf-8";
  const pages = new Map<string, () => Page>([
    ["/", () => ({ type: html, body: landingPage(config.temporal.uiUrl) })],
    ["/docs", () => ({ type: html, body: REFERENCE })],
    ["/docs/", () => ({ type: html, body: REFERENCE })],
    ["/docs/start.js", () => ({ type: "text/javascript; charset=utf-8", body: START })],
  ]);
  const files = new Map<string, Page>();
  for (const [name, type] of Object.entries(SWAGGER_FILES))
    pages.set(`/docs/${name}`, () => {
      const page = files.get(name) ?? { type, body: readFileSync(join(swaggerFolder, name)) };
      files.set(name, page);
      return page;
    });
  return (path) => pages.get(path)?.() ?? null;
}
