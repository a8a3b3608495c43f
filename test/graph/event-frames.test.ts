import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { EventFramesDocument } from "#generated/tests/graphql";
import { seedCompany, seedEvent } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

let system: TestSystem;
let teamId: number;
let key: string;
beforeAll(async () => {
  system = await startSystem();
  ({ teamId } = await system.team());
  key = await system.key(teamId, SCOPES, ["events-monitor"]);
});
afterAll(() => system.stop());

describe("the frames of an event", () => {
  it("have who bought whom, for how much and how far it is, with the sentences, and what its articles differ in", async () => {
    const { db } = system.database;
    const buyer = await seedCompany(db, "mcgauge.com", { name: "McGauge's" });
    const id = await seedEvent(db, {
      title: "Takeover",
      companyIds: [buyer.id],
      alertTypes: ["Merger or acquisition"],
      observations: 0,
    });
    const titles = [
      ["Courier", "McGauge's agrees to buy Jos. A. Kite for $1.8 billion in Denmark"],
      ["Wire", "UPDATE 2-McGauge's to buy Jos. A. Kite for $2.3 bln next week"],
      ["Daily", "Jos. A. Kite bought by McGauge's"],
      ["Echo", "He buys lottery ticket for $2 million"],
      ["Herald", "Analysts say kites are cheap"],
    ];
    await db.prisma.observation.createMany({
      data: titles.map(([publisher = "", title = ""], i) => ({
        eventId: id,
        url: `https://frames.example.com/${i}`,
        title,
        publisher,
        publishedAt: new Date(Date.UTC(2026, 4, 1, i)),
        contentHash: `frames/${i}`,
      })),
    });
    const { event } = await system.answer(key, EventFramesDocument, { id: String(id) });
    expect(event?.frames.map(({ type }) => type)).toEqual(["ACQUISITION"]);
    const slots = new Map(event?.frames[0]?.slots.map((slot) => [slot.role, slot]));
    const said = (role: string) => slots.get(role)?.values.map(({ text, publishers }) => [text, publishers]);
    expect(said("acquirer")).toEqual([["McGauge's", 3]]);
    expect(said("target")).toEqual([["Jos. A. Kite", 3]]);
    expect(said("place")).toEqual([["Denmark", 1]]);
    expect(said("when")).toEqual([["next week", 1]]);
    expect(said("stage")).toEqual(
      expect.arrayContaining([
        ["agreed", 2],
        ["completed", 1],
      ]),
    );
    expect(slots.get("target")?.isDisputed).toBe(false);
    expect(slots.get("amount")).toEqual({
      role: "amount",
      isDisputed: true,
      values: [
        {
          text: "$1.8 billion",
          amount: 1.8e9,
          currency: "USD",
          publishers: 1,
          statements: [{ quote: titles[0]?.[1], publisher: "Courier" }],
        },
        {
          text: "$2.3 bln",
          amount: 2.3e9,
          currency: "USD",
          publishers: 1,
          statements: [{ quote: titles[1]?.[1], publisher: "Wire" }],
        },
      ],
    });
    const unsubscribed = await system.ask(await system.key(teamId), EventFramesDocument, { id: String(id) });
    expect(unsubscribed.errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  });
});
