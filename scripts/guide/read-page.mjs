import { posix } from "node:path";
import GithubSlugger from "github-slugger";
import { Marked, Renderer } from "marked";
import { escaped } from "./escaped.mjs";

/** Pages of docs/ that the same server has elsewhere. */
const SERVED = { "openapi.json": "/v2/openapi.json" };

/**
 * Reads a page of docs/.
 * @param name its path below docs/
 * @param pathOf where the site has a page, by its name
 * @returns its title, its HTML, its second-level headings, its sections for the search, the ids of its headings; its
 * links to pages of the site
 */
export function readPage(name, text, pathOf) {
  const slugger = new GithubSlugger();
  const page = { name, title: "", html: "", outline: [], sections: [], ids: new Set(), links: [] };
  const marked = new Marked({ renderer: RENDERER });
  const tokens = marked.lexer(text);
  marked.walkTokens(tokens, (token) => {
    if (token.type === "link") token.href = target(page, token.href, pathOf);
  });
  for (const token of tokens) {
    if (token.type !== "heading") {
      const section = page.sections.at(-1);
      if (section !== undefined) section.text += `${textOf(token)}\n`;
      continue;
    }
    const heading = textOf(token);
    token.id = slugger.slug(heading);
    page.ids.add(token.id);
    if (token.depth === 1) page.title = heading;
    if (token.depth === 2) page.outline.push({ id: token.id, heading });
    page.sections.push({ url: `${pathOf(name)}#${token.id}`, page: page.title, heading, text: "" });
  }
  page.html = marked.parser(tokens);
  return page;
}

/** Where a link of a page leads on the site; "": its target is in the repository and not on the site. */
function target(page, href, pathOf) {
  if (/^[a-z]+:/i.test(href)) return href;
  const [path, heading = ""] = href.split("#");
  const to = path === "" ? page.name : posix.normalize(posix.join(posix.dirname(page.name), path));
  if (SERVED[to] !== undefined) return SERVED[to];
  if (to.startsWith("../") || !to.endsWith(".md")) return "";
  page.links.push({ to, heading });
  return `${pathOf(to)}${heading === "" ? "" : `#${heading}`}`;
}

/** What a reader reads of a token. */
function textOf(token) {
  if (token.type === "table")
    return [token.header, ...token.rows].map((cells) => cells.map(textOf).join(" ")).join("\n");
  const inside = token.tokens ?? token.items;
  return inside === undefined ? (token.text ?? "") : inside.map(textOf).join(token.items === undefined ? "" : "\n");
}

const RENDERER = {
  heading({ id, depth, tokens }) {
    const anchor = depth === 1 ? "" : ` <a class="anchor" href="#${id}" aria-label="Link to this heading">#</a>`;
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${anchor}</h${depth}>\n`;
  },
  link({ href, tokens }) {
    const inside = this.parser.parseInline(tokens);
    return href === "" ? inside : `<a href="${escaped(href)}">${inside}</a>`;
  },
  // Wide code and tables scroll by themselves, by the keyboard too.
  code({ text }) {
    return `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
  },
  table(token) {
    return `<div class="table" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
  },
};
