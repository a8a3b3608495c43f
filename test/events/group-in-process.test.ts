import { describe, expect, it } from "vitest";
import { groupInProcess } from "#intelligence/events/group-in-process";
import { type GroupingDocument, groupDocuments } from "#intelligence/events/grouping/group-documents";
import { rememberGroups } from "#intelligence/events/remember-groups";

const WORDS = ["storm", "harbour", "merger", "strike", "kites", "recall", "election", "copper", "bridge", "opera"];
const word = (n: number) => WORDS[n % WORDS.length] ?? "";

/** More than are grouped in the asking process. */
const documents = Array.from({ length: 1_600 }, (_, i): GroupingDocument => {
  const story = i % 40;
  const url = `https://paper${i % 7}.example.com/${i}`;
  const title = `${word(story)} ${word(story + 3)} Place${story} says ${word(i)}`;
  return {
    key: url,
    url,
    title,
    text: "",
    publisher: `paper${i % 7}`,
    category: "",
    publishedAt: new Date(i * 60_000),
  };
});

describe("many documents, grouped in a process of their own", () => {
  it("come to the same groups", async () => {
    expect(await groupInProcess(documents)).toEqual(groupDocuments(documents));
  });

  it("come to the groups that they come to alone, one set after the other and two at once", async () => {
    const others = documents.slice(50);
    const [expected, expectedOfOthers] = [groupDocuments(documents), groupDocuments(others)];
    expect(await groupInProcess(others)).toEqual(expectedOfOthers);
    expect(await Promise.all([groupInProcess(documents), groupInProcess(others)])).toEqual([
      expected,
      expectedOfOthers,
    ]);
  });

  it("are left when the work is called off", async () => {
    const stop = new AbortController();
    const groups = groupInProcess(documents, stop.signal);
    stop.abort(new Error("called off"));
    await expect(groups).rejects.toThrow("called off");
    expect(await groupInProcess(documents)).toEqual(groupDocuments(documents));
  });
});

describe("documents that were grouped lately", () => {
  const few = documents.slice(0, 20);

  /** Groups as the product does, and counts how often it is asked. */
  function counting() {
    const asked = { times: 0 };
    const group = rememberGroups((given) => {
      asked.times++;
      return groupDocuments(given);
    });
    return { asked, group };
  }

  it("are not grouped again", async () => {
    const { asked, group } = counting();
    const groups = await group(few);
    expect(groups).toEqual(groupDocuments(few));
    expect(await group(few.map((document) => ({ ...document })))).toEqual(groups);
    expect(asked.times).toBe(1);
  });

  it.each<[string, Partial<GroupingDocument>]>([
    ["title", { title: "Opera burns" }],
    ["text", { text: "More of it." }],
    ["publisher", { publisher: "somebody else" }],
    ["category", { category: "arts" }],
    ["day", { publishedAt: new Date(0) }],
  ])("are grouped again when one of them has another %s", async (_, change) => {
    const { asked, group } = counting();
    await group(few);
    const changed = few.map((document, i) => (i === 7 ? { ...document, ...change } : document));
    expect(await group(changed)).toEqual(groupDocuments(changed));
    expect(asked.times).toBe(2);
  });

  it("are grouped again when it failed the first time", async () => {
    let fails = true;
    const group = rememberGroups((given) => {
      if (fails) throw new Error("no room");
      return groupDocuments(given);
    });
    await expect(group(few)).rejects.toThrow("no room");
    fails = false;
    expect(await group(few)).toEqual(groupDocuments(few));
  });
});
