import type { Page } from "./page.ts";
import { hashOf, policy } from "./security-headers.ts";

const STYLE = `
:root { color-scheme: light dark }
body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1.25rem }
h1 { line-height: 1.2 }
ul { list-style: none; padding: 0 }
li { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .75rem 0 }
li p { margin: .15rem 0 0; opacity: .85 }
a { font-weight: 600 }
code { font-size: .95em }
`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Makes the page at `/`: what this server is and where its doors are. Plain HTML in the reader's light or dark mode. */
export function landingPage(temporalUiUrl: string, hasGraphiql: boolean): Page {
  const links = [
    ["/explorer", "Explorer", "Ask a question, watch companies arrive, see why each is in, and publish."],
    ["/docs/guide", "Documentation", "A tutorial, guides, reference and background, with search."],
    ["/docs", "API reference", "Every /v2 endpoint, to read and to try."],
    ...(hasGraphiql
      ? [["/graphql", "GraphiQL", "The whole graph: markets, criteria, companies with reasons, jobs."]]
      : []),
    ["/v2/openapi.json", "OpenAPI document", "The same reference for programs."],
    ["/readyz", "Readiness", "Whether PostgreSQL and Temporal are up."],
    [temporalUiUrl, "Temporal UI", "Discoveries and publishes as workflows, for operators."],
  ];
  const items = links.map(
    ([url = "", name = "", text = ""]) =>
      `<li><a href="${escaped(url)}">${escaped(name)}</a><p>${escaped(text)}</p></li>`,
  );
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Market Intelligence</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Market Intelligence</h1>
<p>A market question in plain words becomes a market of real companies, with a reason for each.
Requests carry an API key in the header <code>x-api-key</code>.</p>
<nav aria-label="Where things are"><ul>
${items.join("\n")}
</ul></nav>
</main>
</body>
</html>
`;
  return { type: "text/html; charset=utf-8", body, policy: policy({ "style-src": hashOf(STYLE) }) };
}
