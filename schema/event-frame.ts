import { FRAME_TYPES } from "#intelligence/events/frames/frame-types";
import type { EventFrame as EventFrameData } from "#intelligence/events/frames/read-frames";
import type { FrameSlot, FrameStatement, SlotValue } from "#intelligence/events/frames/slots";
import { builder } from "./builder.ts";
import { enumValues } from "./enum-values.ts";

const EventFrameType = builder.enumType("EventFrameType", {
  description: "The kind of an event frame.",
  values: enumValues(FRAME_TYPES, {
    accident: "An accident or a disaster.",
    acquisition: "An acquisition or merger of a company or a part of one.",
    bankruptcy: "An insolvency.",
    closure: "The closure of a site.",
    contract: "A contract or an order that a company wins.",
    earnings: "Reported figures of a business period.",
    executiveChange: "A person who takes or leaves a leading position.",
    fine: "A fine or a settlement.",
    funding: "Money that a company raises from investors.",
    investigation: "An investigation by an authority.",
    launch: "The launch of a product.",
    lawsuit: "A lawsuit.",
    layoff: "Job cuts.",
    opening: "The opening of a site.",
    outage: "The failure of a service or a plant.",
    partnership: "A partnership of companies, or its end.",
    payout: "A dividend or a share buyback.",
    publicOffering: "An initial public offering.",
    recall: "A product recall.",
    regulation: "A rule, approval or ban by an authority.",
    strike: "A strike or another work stoppage.",
  }),
});

const EventFrameStatement = builder.objectRef<FrameStatement>("EventFrameStatement").implement({
  description: "A sentence of an article that gives a value.",
  fields: (t) => ({
    quote: t.exposeString("quote", { description: "The sentence, as written in the article." }),
    url: t.exposeString("url", { description: "The URL of the article." }),
    publisher: t.exposeString("publisher", { description: "The name of the article's publisher." }),
  }),
});

const EventSlotValue = builder.objectRef<SlotValue>("EventSlotValue").implement({
  description: "A value of a role, with the sentences that give it.",
  fields: (t) => ({
    text: t.exposeString("text", { description: "The value, as the first of its sentences writes it." }),
    amount: t.exposeFloat("amount", {
      nullable: true,
      description:
        "The value as a number, for amounts of money (in whole units of `currency`), counts and percentages; null for other values.",
    }),
    currency: t.exposeString("currency", {
      nullable: true,
      description: "The ISO 4217 currency code of an amount of money; null for other values.",
    }),
    publishers: t.exposeInt("publishers", { description: "The number of publishers that give the value." }),
    statements: t.field({
      type: [EventFrameStatement],
      description: "Sentences that give the value, at most 3.",
      resolve: ({ statements }) => statements,
    }),
  }),
});

const EventSlot = builder.objectRef<FrameSlot>("EventSlot").implement({
  description: "A role of an event frame, with the values that the articles give for it.",
  fields: (t) => ({
    role: t.exposeString("role", {
      description: "The role, such as `acquirer`, `target`, `amount`, `stage`, `when` or `place`.",
    }),
    values: t.field({
      type: [EventSlotValue],
      description: "The values, by the number of publishers that give them, most first.",
      resolve: ({ values }) => values,
    }),
    isDisputed: t.exposeBoolean("isDisputed", {
      description: "Whether the articles give different amounts of money in one currency, or different persons.",
    }),
  }),
});

export const EventFrame = builder.objectRef<EventFrameData>("EventFrame").implement({
  description: "The facts of an event of one kind, as roles with the values that the articles give for them.",
  fields: (t) => ({
    type: t.expose("type", { description: "The kind of event that the facts belong to.", type: EventFrameType }),
    slots: t.field({
      description: "The roles for which the articles give values.",
      type: [EventSlot],
      resolve: ({ slots }) => slots,
    }),
  }),
});
