import { type Development, Developments } from "#intelligence/events/story-lines/developments";
import { builder } from "./builder.ts";
import { defineConnection } from "./connection.ts";
import { Event, MAY_READ_EVENTS } from "./event.ts";
import { relatedPage } from "./related-page.ts";

const EventDevelopment = builder.objectRef<Development>("EventDevelopment").implement({
  description: "What changed from one event to the next, by their frames.",
  fields: (t) => ({
    frame: t.exposeString("frame", { description: "The kind of event whose role it is, such as `acquisition`." }),
    role: t.exposeString("role", { description: "Such as `stage`, `amount`, `deaths`." }),
    before: t.exposeString("before", { nullable: true, description: "Null: the earlier event does not say it." }),
    after: t.exposeString("after", { description: "What the later event says." }),
  }),
});

const EventFollowUp = builder.prismaObject("EventFollowUp", {
  description: "An event follows an earlier one of the same matter, with what shows it.",
  select: { eventId: true },
  authScopes: MAY_READ_EVENTS,
  fields: (t) => ({
    event: t.relation("event", { type: Event, description: "The later one." }),
    follows: t.relation("follows", { type: Event, description: "The earlier one." }),
    likelihood: t.exposeFloat("likelihood", { description: "0.5–1: how likely both are of one matter." }),
    sharedNames: t.exposeStringList("sharedNames", { description: "Names that both have, as the later one has them." }),
    sharedTerms: t.exposeStringList("sharedTerms", { description: "Words that both have, the rarest first." }),
    developments: t.field({
      type: [EventDevelopment],
      description: "What the later one says otherwise, or first.",
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
    description: "The earlier event of the same matter that it follows directly; null where none is known.",
  }),
  followUps: t.field({
    type: EventFollowUpConnection,
    description: "The later events that follow it directly, earliest first.",
    args: { first: t.arg.int(), after: t.arg.string() },
    ...relatedPage<FollowUpRow>({
      relation: "followUps",
      query: () => ({ orderBy: [{ event: { publishedAt: "asc" } }, { eventId: "asc" }] }),
    }),
  }),
  storyLine: t.field({
    type: StoryLineConnection,
    description: "All events of its matter over the months, itself among them, earliest first.",
    args: { first: t.arg.int(), after: t.arg.string() },
    ...relatedPage<EventRow>({
      relation: "storyLine",
      query: () => ({ orderBy: [{ publishedAt: "asc" }, { id: "asc" }] }),
    }),
  }),
}));
