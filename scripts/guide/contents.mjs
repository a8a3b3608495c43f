/** A line of the contents: a link to a page, and what it is about. */
const ITEM = /^- \[([^\]]+)\]\(([^)#]+\.md)\)/;

/**
 * The order of the site: the second-level headings of docs/README.md, each with the pages that its list links to.
 * @returns `{ heading, pages: { name, title }[] }[]`
 */
export function contentsOf(text) {
  const contents = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("## ")) contents.push({ heading: line.slice(3), pages: [] });
    const item = ITEM.exec(line);
    if (item !== null) contents.at(-1).pages.push({ name: item[2], title: item[1] });
  }
  return contents;
}
