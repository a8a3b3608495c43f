import { FRAME_TYPES } from "#intelligence/events/frames/frame-types";
import type {
  EventFrame as EventFrameData,
  FrameSlot,
  FrameStatement,
  SlotValue,
} from "#intelligence/events/frames/read-frames";
import { builder } from "./builder.ts";
import { enumValues } from "./enum-values.ts";

const EventFrameType = builder.enumType("EventFrameType", {
  description: "A kind of event.",
  values: enumValues(FRAME_TYPES, {
    accident: "An accident or a disaster.",
    acquisition: "A company, or a part of one, is bought or merged.",
    bankruptcy: "A company is insolvent.",
    closure: "A site is closed.",
    contract: "An order or a contract is won.",
    earnings: "Figures of a business period are reported.",
    executiveChange: "Somebody takes or leaves a leading office.",
    fine: "A fine or a settlement is paid.",
    funding: "A company raises money from investors.",
    investigation: "An authority investigates.",
    launch: "A product is launched.",
    lawsuit: "Somebody is sued.",
    layoff: "People lose their jobs.",
    opening: "A site is opened.",
    outage: "A service or a plant fails.",
    partnership: "Companies work together.",
    payout: "A dividend is paid, or shares are bought back.",
    publicOffering: "A company goes public.",
    recall: "A product is recalled.",
    regulation: "An authority sets, approves or forbids something.",
    strike: "People stop working in a labour dispute.",
  }),
});

const EventFrameStatement = builder.objectRef<FrameStatement>("EventFrameStatement").implement({
  description: "A sentence that says it.",
  fields: (t) => ({
    quote: t.exposeString("quote", { description: "The sentence that gives the value." }),
    url: t.exposeString("url", { description: "The article's address." }),
    publisher: t.exposeString("publisher", { description: "Who published the article." }),
  }),
});

const EventSlotValue = builder.objectRef<SlotValue>("EventSlotValue").implement({
  description: "What fills a role of an event.",
  fields: (t) => ({
    text: t.exposeString("text", { description: "The value as the first of these sentences writes it." }),
    amount: t.exposeFloat("amount", {
      nullable: true,
      description: "The number of an amount of money, a count or a percentage, in whole units; null for other values.",
    }),
    currency: t.exposeString("currency", {
      nullable: true,
      description: "The ISO 4217 code of an amount of money; null for other values.",
    }),
    publishers: t.exposeInt("publishers", { description: "How many publishers give the value." }),
    statements: t.field({
      type: [EventFrameStatement],
      description: "The first three sentences that give the value.",
      resolve: ({ statements }) => statements,
    }),
  }),
});

const EventSlot = builder.objectRef<FrameSlot>("EventSlot").implement({
  description: "A role of an event, and who or what fills it.",
  fields: (t) => ({
    role: t.exposeString("role", {
      description: "The role, such as `acquirer`, `target`, `amount`, `stage`, `when` or `place`.",
    }),
    values: t.field({
      type: [EventSlotValue],
      description: "The values; the one that most publishers give comes first.",
      resolve: ({ values }) => values,
    }),
    isDisputed: t.exposeBoolean("isDisputed", {
      description: "Whether the articles give different figures or different persons.",
    }),
  }),
});

export const EventFrame = builder.objectRef<EventFrameData>("EventFrame").implement({
  description: "A type of event, with the values that the sentences of its articles give for each role.",
  fields: (t) => ({
    type: t.expose("type", { description: "The kind of event.", type: EventFrameType }),
    slots: t.field({ description: "The roles that are filled.", type: [EventSlot], resolve: ({ slots }) => slots }),
  }),
});
