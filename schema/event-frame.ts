import { FRAME_TYPES } from "#intelligence/events/frames/frame-types";
import type {
  EventFrame as EventFrameData,
  FrameSlot,
  FrameStatement,
  SlotValue,
} from "#intelligence/events/frames/read-frames";
import { builder } from "./builder.ts";
import { enumValues } from "./enum-values.ts";

const EventFrameType = builder.enumType("EventFrameType", { values: enumValues(FRAME_TYPES) });

const EventFrameStatement = builder.objectRef<FrameStatement>("EventFrameStatement").implement({
  fields: (t) => ({
    quote: t.exposeString("quote", { description: "The sentence that gives the value." }),
    url: t.exposeString("url"),
    publisher: t.exposeString("publisher"),
  }),
});

const EventSlotValue = builder.objectRef<SlotValue>("EventSlotValue").implement({
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
    type: t.expose("type", { type: EventFrameType }),
    slots: t.field({ type: [EventSlot], resolve: ({ slots }) => slots }),
  }),
});
