import { describe, expect, it } from "vitest";
import { groupApart } from "../../src/events/group-apart.ts";
import { type GroupingDocument, groupDocuments } from "../../src/events/grouping/group-documents.ts";

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
    expect(await groupApart(documents)).toEqual(groupDocuments(documents));
  });

  it("are left when the work is called off", async () => {
    const stop = new AbortController();
    const groups = groupApart(documents, stop.signal);
    stop.abort(new Error("called off"));
    await expect(groups).rejects.toThrow("called off");
  });
});
