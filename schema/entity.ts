import { entitiesOfEvents } from "#intelligence/events/entities/stored-entities";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import type { GraphContext } from "./context.ts";
import { ImpactedEntity, MAY_READ_EVENTS, RelevantEntity } from "./event.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { listsById } from "./per-request.ts";
import { read } from "./read.ts";

export const Entity = builder.prismaNode("Entity", {
  description:
    "A company, person, place, group or other subject of events. It has the same id in all events that name it, and keeps the id if events are written again.",
  id: { field: "id" },
  select: { id: true },
  authScopes: MAY_READ_EVENTS,
  fields: (t) => ({
    entityId: t.exposeInt("id", { description: "The number of the entity. `id` is the global id." }),
    name: t.exposeString("name", {
      description: "The name of the entity; of a company of the directory, its name there.",
    }),
    entityType: t.exposeString("entityType", {
      description:
        "The kind of the entity, with the same values as `RelevantEntity.entityType`. If events differ, it is the kind in the last event that was written.",
    }),
    company: t.relation("company", {
      type: Company,
      nullable: true,
      description: "The company of the directory that the entity is; null if it is none.",
    }),
  }),
});

defineNode("Entity", {
  authScopes: MAY_READ_EVENTS,
  keyOf: numberKey,
  find: async (ids, context, query) =>
    byKey(await read(context).entity.findMany({ ...query, where: { id: { in: ids } } }), ({ id }) => id),
});

const entitiesById = listsById(entitiesOfEvents);

/** Returns the key of the entity that an event names so; null if the event was stored before entities had ids. */
async function entityOf(
  { eventId, name, entityType }: { eventId: number; name: string; entityType: string },
  context: GraphContext,
): Promise<{ id: number } | null> {
  const entities = await entitiesById(context).load(eventId);
  const found = entities.find((entity) => entity.name === name && entity.entityType === entityType);
  return found === undefined ? null : { id: found.entityId };
}

const description =
  "The entity, which is the same in all events that name it; null in events that were stored before entities had ids.";

builder.objectFields(RelevantEntity, (t) => ({
  entity: t.field({
    type: Entity,
    nullable: true,
    description,
    resolve: (relevant, _args, context) => entityOf(relevant, context),
  }),
}));

builder.prismaObjectFields(ImpactedEntity, (t) => ({
  entity: t.field({
    type: Entity,
    nullable: true,
    description,
    select: { eventId: true, name: true, entityType: true },
    resolve: (impacted, _args, context) => entityOf(impacted, context),
  }),
}));
