import { describe, expect, it } from "vitest";
import { readQuestion } from "#markets/criteria/question-reading";

describe("the offers", () => {
  it.each([
    ["Makers of faucets and drains", ["faucets", "drains"]],
    ["companies that offer cleaning", ["cleaning"]],
    ["Chocolate or pet food makers", ["pet food", "Chocolate"]],
    ["cat or dog food makers", ["cat food", "dog food"]],
    ["offices of lawyers in Japan", ["lawyers"]],
    ["companies that sell locks in France", ["locks"]],
    ["companies which make locks and hinges", ["locks", "hinges"]],
    ["makers of recycling", ["recycling"]],
    ["dealers of new and used cars", ["new cars", "used cars"]],
    ["companies in inland water freight transportation", ["inland water freight transportation"]],
  ])("of “%s” are the things themselves", (question, offers) => {
    expect(readQuestion(question).offers).toEqual(offers);
  });

  it("have no office where its people are looked for", () => {
    expect(readQuestion("Find 5 offices of real estate agents").topic).toBe("real estate agents");
  });
});
