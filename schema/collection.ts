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
    description: "A collection that the caller's team owns.",
    authScopes: { anyScope: ["collections:read"] },
    args: { collectionId: t.arg.int({ description: "The collection's number.", required: true }) },
    resolve: async (query, _root, { collectionId }, context) => {
      const where = { id: collectionId, ...tenancy(context.caller) };
      const collection = await read(context).collection.findFirst({ ...query, where });
      if (collection === null) throw new NotFoundError(`collection ${collectionId}`);
      return collection;
    },
  }),
);

const CreateCollectionInput = builder.inputType("CreateCollectionInput", {
  description: "A collection to make.",
  fields: (t) => ({
    teamId: t.int({ description: "By default the key's team; required with a platform key." }),
    name: t.string({ required: true, description: "Unique within the team." }),
  }),
});

builder.mutationField("createCollection", (t) =>
  t.prismaField({
    type: Collection,
    description: "Creates a collection, which is a folder of markets and dossiers.",
    authScopes: { anyScope: ["collections:write"] },
    args: { input: t.arg({ description: "The collection.", type: CreateCollectionInput, required: true }) },
    resolve: async (query, _root, { input }, context) => {
      const { teamId, name } = input;
      const { db, caller, idempotency } = context;
      const { id } = await createCollection(db.prisma, caller, { name, teamId: teamId ?? null }, idempotency);
      return read(context).collection.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
);
