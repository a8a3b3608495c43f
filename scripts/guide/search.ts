import MiniSearch from "minisearch";

/** A section of a page: from a heading to the next. */
interface Section {
  url: string;
  page: string;
  heading: string;
  text: string;
}

const MOST = 12;
/** Characters of a section's text that are shown. */
const EXCERPT = 180;

const form = document.querySelector<HTMLFormElement>('form[role="search"]');
const input = form?.querySelector("input");
const found = document.querySelector<HTMLElement>("#found");
let index: Promise<MiniSearch<Section & { id: number }>> | undefined;

/** Made when somebody begins to search: most readers do not. */
function sections(): Promise<MiniSearch<Section & { id: number }>> {
  index ??= fetch("/docs/guide/sections.json")
    .then((answer) => answer.json() as Promise<Section[]>)
    .then((all) => {
      const made = new MiniSearch<Section & { id: number }>({
        fields: ["heading", "page", "text"],
        storeFields: ["url", "page", "heading", "text"],
        searchOptions: { boost: { heading: 3, page: 2 }, prefix: true, fuzzy: 0.1, combineWith: "AND" },
      });
      made.addAll(all.map((section, id) => ({ ...section, id })));
      return made;
    });
  return index;
}

/** The part of a text around the first of these words. */
function excerpt(text: string, words: readonly string[]): string {
  const at = Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0));
  const start = Number.isFinite(at) ? Math.max(0, text.lastIndexOf(" ", Math.max(0, at - 60)) + 1) : 0;
  const part = text.slice(start, start + EXCERPT).replace(/\s+/g, " ");
  return `${start > 0 ? "… " : ""}${part}${start + EXCERPT < text.length ? " …" : ""}`;
}

function show(results: readonly { section: Section; words: readonly string[] }[], query: string): void {
  if (found === null) return;
  found.hidden = query === "";
  if (results.length === 0) {
    found.textContent = `Nothing is found for “${query}”.`;
    return;
  }
  const list = document.createElement("ol");
  for (const { section, words } of results) {
    const link = document.createElement("a");
    link.href = section.url;
    link.textContent = section.heading === section.page ? section.page : `${section.page}: ${section.heading}`;
    const text = document.createElement("p");
    text.textContent = excerpt(section.text, words);
    const item = document.createElement("li");
    item.append(link, text);
    list.append(item);
  }
  found.replaceChildren(list);
}

async function search(): Promise<void> {
  const query = input?.value.trim() ?? "";
  const made = await sections();
  // Somebody who types fast has asked for something else by now.
  if (query !== (input?.value.trim() ?? "")) return;
  const results = query === "" ? [] : made.search(query).slice(0, MOST);
  show(
    results.map(({ terms, ...section }) => ({ section: section as unknown as Section, words: terms })),
    query,
  );
}

if (form && input && found) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // What is shown may still be of fewer letters.
    void search().then(() => found.querySelector("a")?.click());
  });
  input.addEventListener("focus", () => void sections());
  input.addEventListener("input", () => void search());
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement === document.body) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape") {
      input.value = "";
      found.hidden = true;
    }
  });
}
// On a narrow screen the contents would stand above every page.
if (matchMedia("(max-width: 60rem)").matches) document.querySelector("nav.contents details")?.removeAttribute("open");
