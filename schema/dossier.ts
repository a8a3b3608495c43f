import DataLoader from "dataloader";
import { AGENT_TYPES, createDossier } from "#dossiers/create-dossier";
import {
  type DossierFilter,
  type DossierPlace,
  type DossierRow,
  type DossierSortField,
  dossiersOf,
  NO_COLLECTION,
} from "#dossiers/dossier-lists";
import { readDossier, readDossiers, visibleCollection } from "#dossiers/read-dossiers";
import { type DossierTaskRow, lastTasks } from "#dossiers/tasks/read-tasks";
import { childLoader } from "#foundation/db/children";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { byPage, childPage, defineFilteredConnection, type PageArguments } from "./connection.ts";
import type { GraphContext } from "./context.ts";
import { DossierTask, DossierTaskConnection, MAY_READ_DOSSIERS, tasksOf } from "./dossier-task.ts";
import { enumValues } from "./enum-values.ts";
import { Market } from "./market.ts";
import { byKey, defineNode, uuidKey } from "./node.ts";
import { perRequest, perRequestAndKey } from "./per-request.ts";
import { read } from "./read.ts";
import { SortOrder } from "./sort-order.ts";
import { Collection } from "./team.ts";

const AgentType = builder.enumType("AgentType", {
  description: "The kind of subject of a dossier.",
  values: enumValues(AGENT_TYPES, {
    company: "A company of the directory.",
    market: "A market of the team.",
    theme: "A theme, which is described by the question alone.",
  }),
});

const newestTasks = perRequest(
  ({ db }) =>
    new DataLoader<string, DossierTaskRow | null>(async (agentIds) => {
      const byAgent = new Map((await lastTasks(db, agentIds)).map((task) => [task.agentId, task]));
      return agentIds.map((agentId) => byAgent.get(agentId) ?? null);
    }),
);

const Dossier = builder.node(builder.objectRef<DossierRow>("Dossier"), {
  description: "A recurring question about a company, a market or a theme. Each run answers it with a report.",
  id: { resolve: ({ agentId }) => agentId },
  authScopes: MAY_READ_DOSSIERS,
  fields: (t) => ({
    agentId: t.expose("agentId", { description: "The id of the dossier, as used in `/v2`.", type: "UUID" }),
    agentType: t.expose("agentType", { description: "The kind of subject of the dossier.", type: AgentType }),
    query: t.exposeString("query", { description: "The question that each run answers." }),
    collectionId: t.exposeInt("collectionId", {
      nullable: true,
      description: "The number of the dossier's collection; null if it is in no collection.",
    }),
    companyId: t.exposeInt("companyId", {
      nullable: true,
      description: "The number of the company of a COMPANY dossier; null for other types.",
    }),
    marketId: t.exposeInt("marketId", {
      nullable: true,
      description: "The number of the market of a MARKET dossier; null for other types.",
    }),
    company: t.field({
      description: "The company of a COMPANY dossier; null for other types.",
      type: Company,
      nullable: true,
      resolve: ({ companyId }) => (companyId === null ? null : { id: companyId }),
    }),
    market: t.prismaField({
      description: "The market of a MARKET dossier; null for other types.",
      type: Market,
      nullable: true,
      resolve: (query, { marketId }, _args, context) =>
        marketId === null ? null : read(context).market.findUnique({ ...query, where: { id: marketId } }),
    }),
    createdBy: t.expose("createdBy", {
      type: "UUID",
      description: "The id of the user who created the dossier, or of the API key if no user was signed in.",
    }),
    createdAt: t.expose("createdAt", { description: "When the dossier was created.", type: "DateTime" }),
    lastModifiedAt: t.expose("lastModifiedAt", {
      description: "When a run of the dossier was last queued or completed; at first, when the dossier was created.",
      type: "DateTime",
    }),
    lastTask: t.field({
      type: DossierTask,
      nullable: true,
      description: "The newest run of the dossier; null if it has never been run.",
      resolve: ({ agentId }, _args, context) => newestTasks(context).load(agentId),
    }),
    tasks: t.field({
      type: DossierTaskConnection,
      description: "The runs of the dossier, newest first.",
      args: { first: t.arg.int(), after: t.arg.string() },
      complexity: byPage,
      resolve: ({ agentId }, args, context) => tasksOf(agentId, args, context),
    }),
  }),
});

defineNode("Dossier", {
  authScopes: MAY_READ_DOSSIERS,
  keyOf: uuidKey,
  find: async (agentIds, { db, caller }) =>
    byKey(await readDossiers(db.prisma, caller, agentIds), ({ agentId }) => agentId),
});

const DossierConnection = defineFilteredConnection<DossierRow>("Dossier", Dossier, (row) => row);

const DossierFilterInput = builder.inputType("DossierFilterInput", {
  description:
    "A filter of dossiers. A dossier must meet all given conditions; in a list, one matching value is enough.",
  fields: (t) => ({
    agentIds: t.field({ description: "The ids of the dossiers.", type: ["UUID"] }),
    agentTypes: t.field({ description: "The kinds of subject.", type: [AgentType] }),
    query: t.string({ description: "A text that the question must contain, ignoring case and accents." }),
    createdBy: t.field({ description: "The ids of the users or API keys that created the dossiers.", type: ["UUID"] }),
  }),
});

const DossierSortFieldEnum = builder.enumType("DossierSortField", {
  description: "A field by which a list of dossiers can be sorted.",
  values: {
    CREATED_AT: { value: "createdAt", description: "The time of creation." },
    LAST_MODIFIED_AT: { value: "lastModifiedAt", description: "The time of the last modification." },
    QUERY: { value: "query", description: "The question, ignoring case." },
    AGENT_ID: { value: "agentId", description: "The id of the dossier." },
  } as const satisfies Record<string, { value: DossierSortField; description: string }>,
});

const DossierSortInput = builder.inputType("DossierSortInput", {
  description: "One criterion of the order of a list of dossiers.",
  fields: (t) => ({
    field: t.field({ description: "The field to sort by.", type: DossierSortFieldEnum, required: true }),
    order: t.field({ description: "The sort direction.", type: SortOrder, required: true }),
  }),
});

/** Arguments of every list of dossiers. */
const LIST_ARGUMENTS = builder.args((t) => ({
  filter: t.field({ type: DossierFilterInput }),
  sort: t.field({
    type: [DossierSortInput],
    description:
      "The order of the dossiers: the first entry decides, and further entries break ties. At most 5 entries; by default newest first.",
  }),
  first: t.int(),
  after: t.string(),
  offset: t.int(),
}));

interface DossierList {
  place: DossierPlace;
  filter: DossierFilter;
  sort: { field: DossierSortField; order: "asc" | "desc" }[];
}

const dossierLists = perRequestAndKey(({ db }, { place, filter, sort }: DossierList) =>
  childLoader<DossierRow>(db, dossiersOf(place, filter, sort)),
);

interface DossierListArguments extends PageArguments {
  filter?: DossierFilter | null | undefined;
  sort?: DossierList["sort"] | null | undefined;
}

/** Returns a page of the dossiers of a collection, or of those in none. */
function dossiersIn(collectionId: number | null, args: DossierListArguments, context: GraphContext) {
  const parent = collectionId ?? NO_COLLECTION;
  const place = { teamId: context.caller.teamId, isInNone: collectionId === null };
  const loader = dossierLists(context, { place, filter: args.filter ?? {}, sort: args.sort ?? [] });
  return childPage(loader, parent, args);
}

builder.prismaObjectFields(Collection, (t) => ({
  dossiers: t.field({
    type: DossierConnection,
    description: "The dossiers of the collection, newest first unless `sort` says otherwise.",
    authScopes: { anyScope: ["collections:read"] },
    args: LIST_ARGUMENTS,
    complexity: byPage,
    resolve: ({ id }, args, context) => dossiersIn(id, args, context),
  }),
}));

builder.queryFields((t) => ({
  dossiers: t.field({
    type: DossierConnection,
    description:
      "The dossiers of a collection, or those of the caller's team in no collection, newest first unless `sort` says otherwise.",
    authScopes: { anyScope: ["collections:read"] },
    args: {
      collectionId: t.arg.int({
        description: "The number of the collection; by default the dossiers in no collection.",
      }),
      ...LIST_ARGUMENTS,
    },
    complexity: byPage,
    resolve: async (_root, { collectionId, ...args }, context) => {
      await visibleCollection(context.db.prisma, context.caller, collectionId ?? null);
      return dossiersIn(collectionId ?? null, args, context);
    },
  }),
  dossier: t.field({
    type: Dossier,
    nullable: true,
    description: "A dossier of the caller's team, by its id. Fails with NOT_FOUND if the caller has no such dossier.",
    authScopes: { anyScope: ["collections:read"] },
    args: { agentId: t.arg({ description: "The id of the dossier (its `agentId`).", type: "UUID", required: true }) },
    resolve: (_root, { agentId }, { db, caller }) => readDossier(db.prisma, caller, agentId),
  }),
}));

const CreateDossierInput = builder.inputType("CreateDossierInput", {
  description: "The input of `createDossier`.",
  fields: (t) => ({
    teamId: t.int({
      description:
        "The team that will own the dossier; by default the key's team. With a platform key, required unless a collection or market is given.",
    }),
    collectionId: t.int({
      description: "The number of the collection that will contain the dossier; by default it is in no collection.",
    }),
    agentType: t.field({ description: "The kind of subject of the dossier.", type: AgentType, required: true }),
    query: t.string({ required: true, description: "The question that each run answers, at most 4,000 characters." }),
    company: t.string({
      description:
        "The number or domain of the company. Required for a COMPANY dossier, and not allowed for other types.",
    }),
    marketId: t.int({
      description: "The number of the market. Required for a MARKET dossier, and not allowed for other types.",
    }),
  }),
});

builder.mutationField("createDossier", (t) =>
  t.field({
    type: Dossier,
    description:
      "Creates a dossier, which is a recurring question about a company, a market or a theme. `runDossier` answers it.",
    authScopes: { anyScope: ["collections:write"] },
    args: { input: t.arg({ description: "The dossier to create.", type: CreateDossierInput, required: true }) },
    resolve: async (_root, { input }, { db, caller, idempotency }) => {
      const { agentId } = await createDossier(db, caller, input, idempotency);
      return readDossier(db.prisma, caller, agentId);
    },
  }),
);
