import { escaped } from "./escaped.mjs";

/** A page of the site: the contents beside it, the search above it. Without scripts all but the search works. */
export function frame({ name, title, html, outline }, contents, pathOf) {
  const item = (page) =>
    `<li><a href="${pathOf(page.name)}"${page.name === name ? ' aria-current="page"' : ""}>${escaped(page.title)}</a></li>`;
  const kinds = contents.map(
    ({ heading, pages }) => `<h2>${escaped(heading)}</h2>\n<ul>\n${pages.map(item).join("\n")}\n</ul>`,
  );
  const headings = outline.map(({ id, heading }) => `<li><a href="#${id}">${escaped(heading)}</a></li>`);
  const onThisPage =
    headings.length < 3
      ? ""
      : `<nav class="outline" aria-label="On this page"><h2>On this page</h2><ul>\n${headings.join("\n")}\n</ul></nav>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Market Intelligence</title>
<link rel="stylesheet" href="/docs/guide/guide.css">
<link rel="icon" href="/docs/favicon-32x32.png">
<script src="/docs/guide/search.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<header>
<a class="home" href="/docs/guide/">Market Intelligence</a>
<form role="search" hidden>
<input type="search" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false" aria-controls="found">
</form>
<nav aria-label="Doors"><a href="/explorer">Explorer</a> <a href="/docs">API reference</a></nav>
</header>
<section id="found" aria-label="Found" aria-live="polite" hidden></section>
<div class="columns">
<nav class="contents" aria-label="Contents"><details open><summary>Contents</summary>
${kinds.join("\n")}
</details></nav>
<main id="content" tabindex="-1">
${html}</main>
${onThisPage}
</div>
</body>
</html>
`;
}
