import { EXAMPLES, FIRST_QUERY } from "./graphiql-examples.ts";
import type { PageMaker } from "./page.ts";
import { policy } from "./security-headers.ts";

const headers = JSON.stringify({ "x-api-key": "" }, null, 2);

/** The key stays in the page's memory and is gone when the tab closes. */
const OPTIONS = {
  title: "Market Intelligence",
  endpoint: "/graphql",
  defaultTabs: [
    { query: FIRST_QUERY, headers },
    { query: EXAMPLES, variables: JSON.stringify({ since: "" }, null, 2), headers },
  ],
  headers,
  subscriptionsProtocol: "SSE",
  shouldPersistHeaders: false,
};

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphiQL · Market Intelligence</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/graphiql/graphiql.css">
</head>
<body id="body" class="no-focus-outline">
<noscript>This page needs JavaScript; the schema that it shows is told at /graphql.</noscript>
<div id="root"></div>
<script src="/graphiql/workers.js"></script>
<script src="/graphiql/graphiql.js"></script>
<script src="/graphiql/start.js"></script>
</body>
</html>
`;

/** The editor's web workers, by the labels that it requests. */
const WORKERS = `self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => "/graphiql/worker-" + label + ".js",
};
`;

/** The query of an address, such as that of `ask`, is the first tab. */
const START = `const options = ${JSON.stringify(OPTIONS)};
const query = new URL(location.href).searchParams.get("query");
if (query !== null) options.defaultTabs.unshift({ query, headers: options.headers });
YogaGraphiQL.renderYogaGraphiQL(document.getElementById("root"), options);
`;

/** The editor writes its styles into the page; scripts and workers come only from our own files. */
const CSP = policy({
  "connect-src": "'self'",
  "font-src": "'self' data:",
  "img-src": "'self' data:",
  "script-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "worker-src": "'self'",
});

const SCRIPT = "text/javascript; charset=utf-8";

/** Serves GraphiQL from its package, without a network. Reads its nine megabytes on the first request. */
export function graphiqlPages(): Map<string, PageMaker> {
  const files = () => import("@graphql-yoga/render-graphiql/graphiql");
  const script = async (text: string | Promise<string>) => ({ type: SCRIPT, body: await text });
  return new Map<string, PageMaker>([
    ["/graphql", async () => ({ type: "text/html; charset=utf-8", body: PAGE, policy: CSP })],
    ["/graphiql/workers.js", () => script(WORKERS)],
    ["/graphiql/start.js", () => script(START)],
    ["/graphiql/graphiql.js", () => script(files().then(({ js }) => js))],
    ["/graphiql/graphiql.css", async () => ({ type: "text/css; charset=utf-8", body: (await files()).css })],
    ["/graphiql/worker-editorWorkerService.js", () => script(files().then((all) => all.editorWorkerService))],
    ["/graphiql/worker-json.js", () => script(files().then((all) => all.jsonWorker))],
    ["/graphiql/worker-graphql.js", () => script(files().then((all) => all.graphqlWorker))],
  ]);
}
