import { tenancy } from "#accounts/auth/caller";
import { createCollection } from "#accounts/collections/create-collection";
import { NotFoundError } from "#foundation/errors/index";
import { builder } from "./builder.ts";
import { read } from "./read.ts";
import { Collection } from "./team.ts";

builder.queryField("collection", (t) =>
  t.prismaField({
    type: Collection,
    nullable: true,
    description:
      "A collection of the caller's team, by its number. Fails with NOT_FOUND if the caller has no such collection.",
    authScopes: { anyScope: ["collections:read"] },
    args: {
      collectionId: t.arg.int({ description: "The number of the collection (its `collectionId`).", required: true }),
    },
    resolve: async (query, _root, { collectionId }, context) => {
      const where = { id: collectionId, ...tenancy(context.caller) };
      const collection = await read(context).collection.findFirst({ ...query, where });
      if (collection === null) throw new NotFoundError(`collection ${collectionId}`);
      return collection;
    },
  }),
);

const CreateCollectionInput = builder.inputType("CreateCollectionInput", {
  description: "The input of `createCollection`.",
  fields: (t) => ({
    teamId: t.int({
      description: "The team that will own the collection; by default the key's team. Required with a platform key.",
    }),
    name: t.string({
      required: true,
      description: "The name of the collection, at most 200 characters. It must be unique within the team.",
    }),
  }),
});

builder.mutationField("createCollection", (t) =>
  t.prismaField({
    type: Collection,
    description:
      "Creates a collection, which is a folder for markets and dossiers. Fails with CONFLICT if the team already has a collection with this name.",
    authScopes: { anyScope: ["collections:write"] },
    args: { input: t.arg({ description: "The collection to create.", type: CreateCollectionInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      const { teamId, name } = input;
      const { db, caller, idempotency } = context;
      const { id } = await createCollection(db.prisma, caller, { name, teamId: teamId ?? null }, idempotency);
      return read(context).collection.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
