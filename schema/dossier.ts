import DataLoader from "dataloader";
import type { Caller } from "#accounts/auth/caller";
import { AGENT_TYPES, createDossier } from "#dossiers/create-dossier";
import {
  type DossierFilter,
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
import { byPage, defineFilteredConnection, type PageArguments, pageOf } from "./connection.ts";
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
  description: "What a dossier is about.",
  values: enumValues(AGENT_TYPES, {
    company: "One company.",
    market: "A market of the team.",
    theme: "A theme, without a company or a market.",
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
  description: "An agent record: a recurring question about a company, a market or a theme.",
  id: { resolve: ({ agentId }) => agentId },
  authScopes: MAY_READ_DOSSIERS,
  fields: (t) => ({
    agentId: t.expose("agentId", { description: "Its id, as in `/v2`.", type: "UUID" }),
    agentType: t.expose("agentType", { description: "What it is about.", type: AgentType }),
    query: t.exposeString("query", { description: "Its question." }),
    collectionId: t.exposeInt("collectionId", {
      nullable: true,
      description: "The collection of the dossiers; null for dossiers in no collection.",
    }),
    companyId: t.exposeInt("companyId", {
      nullable: true,
      description: "The company of a COMPANY dossier; null for other types.",
    }),
    marketId: t.exposeInt("marketId", {
      nullable: true,
      description: "The market of a MARKET dossier; null for other types.",
    }),
    company: t.field({
      description: "The company that it is about; null where it is about something else.",
      type: Company,
      nullable: true,
      resolve: ({ companyId }) => (companyId === null ? null : { id: companyId }),
    }),
    market: t.prismaField({
      description: "The market that it is about; null where it is about something else.",
      type: Market,
      nullable: true,
      resolve: (query, { marketId }, _args, context) =>
        marketId === null ? null : read(context).market.findUnique({ ...query, where: { id: marketId } }),
    }),
    createdBy: t.expose("createdBy", {
      type: "UUID",
      description: "The user who created it, or the API key where no user was signed in.",
    }),
    createdAt: t.expose("createdAt", { description: "When it was made.", type: "DateTime" }),
    lastModifiedAt: t.expose("lastModifiedAt", { description: "When it last changed.", type: "DateTime" }),
    lastTask: t.field({
      type: DossierTask,
      nullable: true,
      description: "The newest run of the dossier; null where it never ran.",
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
  description: "Any value of a list may match, and every given condition must.",
  fields: (t) => ({
    agentIds: t.field({ description: "One of these dossiers.", type: ["UUID"] }),
    agentTypes: t.field({ description: "About one of these.", type: [AgentType] }),
    query: t.string({ description: "A part of the question, ignoring case and accents." }),
    createdBy: t.field({ description: "Made by one of these users or keys.", type: ["UUID"] }),
  }),
});

const DossierSortFieldEnum = builder.enumType("DossierSortField", {
  description: "What a list of dossiers is ordered by.",
  values: {
    CREATED_AT: { value: "createdAt", description: "By when it was made." },
    LAST_MODIFIED_AT: { value: "lastModifiedAt", description: "By when it last changed." },
    QUERY: { value: "query", description: "By its question." },
    AGENT_ID: { value: "agentId", description: "By its id." },
  } as const satisfies Record<string, { value: DossierSortField; description: string }>,
});

const DossierSortInput = builder.inputType("DossierSortInput", {
  description: "An order of dossiers.",
  fields: (t) => ({
    field: t.field({ description: "What is compared.", type: DossierSortFieldEnum, required: true }),
    order: t.field({ description: "The direction.", type: SortOrder, required: true }),
  }),
});

/** Arguments of every list of dossiers. */
const LIST_ARGUMENTS = builder.args((t) => ({
  filter: t.field({ type: DossierFilterInput }),
  sort: t.field({ type: [DossierSortInput], description: "The order of the list." }),
  first: t.int(),
  after: t.string(),
  offset: t.int(),
}));

interface DossierList {
  teamId: Caller["teamId"];
  filter: DossierFilter;
  sort: { field: DossierSortField; order: "asc" | "desc" }[];
}

const dossierLists = perRequestAndKey(({ db }, { teamId, filter, sort }: DossierList) =>
  childLoader<DossierRow, "asked">(db, dossiersOf(teamId, filter, sort)),
);

interface DossierListArguments extends PageArguments {
  filter?: DossierFilter | null | undefined;
  sort?: DossierList["sort"] | null | undefined;
}

/** Returns a page of the dossiers of a collection, or of those in none. */
async function dossiersIn(collectionId: number | null, args: DossierListArguments, context: GraphContext) {
  const page = pageOf(args);
  const parent = collectionId ?? NO_COLLECTION;
  const { teamId } = context.caller;
  const loader = dossierLists(context, { teamId, filter: args.filter ?? {}, sort: args.sort ?? [] });
  return {
    rows: await loader.page(parent, page, "asked"),
    page,
    totalCount: () => loader.total(parent),
    unfilteredTotalCount: () => dossierLists(context, { teamId, filter: {}, sort: [] }).total(parent),
  };
}

builder.prismaObjectFields(Collection, (t) => ({
  dossiers: t.field({
    type: DossierConnection,
    description: "The dossiers of the collection; newest first by default.",
    authScopes: { anyScope: ["collections:read"] },
    args: LIST_ARGUMENTS,
    complexity: byPage,
    resolve: ({ id }, args, context) => dossiersIn(id, args, context),
  }),
}));

builder.queryFields((t) => ({
  dossiers: t.field({
    type: DossierConnection,
    description: "The dossiers of a collection, or those in no collection.",
    authScopes: { anyScope: ["collections:read"] },
    args: {
      collectionId: t.arg.int({ description: "The collection of the dossiers; null for dossiers in no collection." }),
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
    description: "A dossier of the caller's team.",
    authScopes: { anyScope: ["collections:read"] },
    args: { agentId: t.arg({ description: "The dossier's id.", type: "UUID", required: true }) },
    resolve: (_root, { agentId }, { db, caller }) => readDossier(db.prisma, caller, agentId),
  }),
}));

const CreateDossierInput = builder.inputType("CreateDossierInput", {
  description: "A dossier to make.",
  fields: (t) => ({
    teamId: t.int({ description: "The team that owns the dossier; by default the key's team." }),
    collectionId: t.int({ description: "The collection of the dossier; absent for a dossier in no collection." }),
    agentType: t.field({ description: "What it is about.", type: AgentType, required: true }),
    query: t.string({ required: true, description: "The question." }),
    company: t.string({ description: "The company of a COMPANY dossier, by id or by domain." }),
    marketId: t.int({ description: "The market of a MARKET dossier; null for other types." }),
  }),
});

builder.mutationField("createDossier", (t) =>
  t.field({
    type: Dossier,
    description: "Creates a dossier: a recurring question about a company, a market or a theme.",
    authScopes: { anyScope: ["collections:write"] },
    args: { input: t.arg({ description: "The dossier.", type: CreateDossierInput, required: true }) },
    resolve: async (_root, { input }, { db, caller, idempotency }) => {
      const { agentId } = await createDossier(db, caller, input, idempotency);
      return readDossier(db.prisma, caller, agentId);
    },
  }),
);
