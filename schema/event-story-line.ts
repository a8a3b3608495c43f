import { type Development, Developments } from "#intelligence/events/story-lines/developments";
import { builder } from "./builder.ts";
import { defineConnection } from "./connection.ts";
import { Event, MAY_READ_EVENTS } from "./event.ts";
import { relatedPage } from "./related-page.ts";

const EventDevelopment = builder.objectRef<Development>("EventDevelopment").implement({
  description: "A difference between an event and the earlier event that it follows, from their frames.",
  fields: (t) => ({
    frame: t.exposeString("frame", { description: "The kind of the frame that has the role, such as `acquisition`." }),
    role: t.exposeString("role", {
      description: "The role whose value changed, such as `stage`, `amount` or `deaths`.",
    }),
    before: t.exposeString("before", {
      nullable: true,
      description: "The value in the earlier event; null if that event does not state it.",
    }),
    after: t.exposeString("after", { description: "The value in the later event." }),
  }),
});

const EventFollowUp = builder.prismaObject("EventFollowUp", {
  description:
    "The link between an event and the earlier event of the same story line that it directly follows, with the evidence.",
  select: { eventId: true },
  authScopes: MAY_READ_EVENTS,
  fields: (t) => ({
    event: t.relation("event", { type: Event, description: "The later event." }),
    follows: t.relation("follows", { type: Event, description: "The earlier event." }),
    likelihood: t.exposeFloat("likelihood", {
      description: "The estimated probability that both events belong to the same matter, 0.5–1.",
    }),
    sharedNames: t.exposeStringList("sharedNames", {
      description: "The names that occur in both events, as the later event spells them.",
    }),
    sharedTerms: t.exposeStringList("sharedTerms", {
      description: "The words that occur in both events, rarest first.",
    }),
    developments: t.field({
      type: [EventDevelopment],
      description: "The values that the later event states differently, or for the first time.",
      select: { developments: true },
      resolve: ({ developments }) => Developments.parse(developments),
    }),
  }),
});

type FollowUpRow = typeof EventFollowUp.$inferType;
type EventRow = typeof Event.$inferType;

const EventFollowUpConnection = defineConnection<FollowUpRow>("EventFollowUp", EventFollowUp, (row) => row);
const StoryLineConnection = defineConnection<EventRow>("StoryLine", Event, (row) => row);

builder.prismaObjectFields(Event, (t) => ({
  followsUpOn: t.relation("followsUpOn", {
    type: EventFollowUp,
    nullable: true,
    description:
      "The link to the earlier event of the same matter that this event directly follows; null if none is known.",
  }),
  followUps: t.field({
    type: EventFollowUpConnection,
    description: "The links to the later events that directly follow this event, earliest first.",
    args: { first: t.arg.int(), after: t.arg.string() },
    ...relatedPage<FollowUpRow>({
      relation: "followUps",
      query: () => ({ orderBy: [{ event: { publishedAt: "asc" } }, { eventId: "asc" }] }),
    }),
  }),
  storyLine: t.field({
    type: StoryLineConnection,
    description: "All events of the same matter, including this event, earliest first.",
    args: { first: t.arg.int(), after: t.arg.string() },
    ...relatedPage<EventRow>({
      relation: "storyLine",
      query: () => ({ orderBy: [{ publishedAt: "asc" }, { id: "asc" }] }),
    }),
  }),
}));
