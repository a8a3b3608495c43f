import SchemaBuilder from "@pothos/core";
import ComplexityPlugin from "@pothos/plugin-complexity";
import PrismaPlugin from "@pothos/plugin-prisma";
import RelayPlugin from "@pothos/plugin-relay";
import ScopeAuthPlugin, { type AuthScopeMap } from "@pothos/plugin-scope-auth";
import ValidationPlugin from "@pothos/plugin-validation";
import { DateTimeResolver, JSONResolver, UUIDResolver } from "graphql-scalars";
import type { Scope, Subscription } from "#accounts/auth/scopes";
import type { ExtraRelations } from "#foundation/db/select-tree/model";
import { InvalidInputError } from "#foundation/errors/index";
import type PrismaTypes from "#generated/pothos-types";
import { getDatamodel } from "#generated/pothos-types";
import type { Json } from "#markets/criteria/search-criteria";
import AuditPlugin from "./audit-plugin.ts";
import type { GraphContext } from "./context.ts";
import { forbiddenBy } from "./forbidden.ts";
import { usePlannedQueries } from "./planned-queries.ts";
import { read } from "./read.ts";
import { RELATIONS } from "./relations.ts";
import SelectionPlugin from "./selection-plugin.ts";
import TracePlugin from "./trace-plugin.ts";

export interface SchemaTypes {
  Context: GraphContext;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  AuthScopes: {
    /** The caller holds one of these scopes. */
    anyScope: Scope[];
    subscription: Subscription;
    platform: boolean;
    /** The request has the API key itself, not a frame token made from it. */
    apiKey: boolean;
  };
  Scalars: {
    ID: { Input: string; Output: string | number };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: Json; Output: unknown };
    UUID: { Input: string; Output: string };
    _Any: { Input: Readonly<Record<string, unknown>>; Output: never };
  };
}

/** Conditions that a field or a type may set for a caller. */
export type ScopeMap = AuthScopeMap<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>>;

/** The largest page of a connection. */
export const MAX_PAGE_SIZE = 100;
/** A connection's page when `first` is not given. */
export const DEFAULT_PAGE_SIZE = 25;

/** Returns the data model with the lists that Prisma's schema lacks, in the form in which the plugin looks them up. */
function withRelations({ datamodel }: ReturnType<typeof getDatamodel>) {
  const models = Object.entries(datamodel.models).map(([name, model]) => {
    const lists = Object.entries((RELATIONS as ExtraRelations)[name] ?? {}).map(([list, { target }]) => ({
      name: list,
      type: target,
      kind: "object",
      isList: true,
      isRequired: true,
      hasDefaultValue: false,
      isUnique: false,
      isId: false,
      relationName: `${name}.${list}`,
      relationFromFields: [],
    }));
    return [name, { ...model, fields: [...model.fields, ...lists] }] as const;
  });
  return { datamodel: { models: Object.fromEntries(models) } };
}

usePlannedQueries();

export const builder = new SchemaBuilder<SchemaTypes>({
  // The first plugin wraps the others, so that permission is refused before anything about the input is reported.
  plugins: [
    ScopeAuthPlugin,
    ValidationPlugin,
    AuditPlugin,
    ComplexityPlugin,
    SelectionPlugin,
    TracePlugin,
    PrismaPlugin,
    RelayPlugin,
  ],
  defaultFieldNullability: false,
  scopeAuth: {
    authorizeOnSubscribe: true,
    authScopes: ({ caller }) => ({
      anyScope: (scopes) => scopes.some((scope) => caller.scopes.has(scope)),
      subscription: (name) => caller.subscriptions.has(name),
      platform: caller.teamId === null,
      apiKey: caller.via === "key",
    }),
    unauthorizedError: (_parent, _context, _info, { failure }) => forbiddenBy(failure),
  },
  validation: {
    validationError: ({ issues }) =>
      new InvalidInputError(
        issues
          .slice(0, 5)
          .map(({ path, message }) =>
            `${(path ?? []).map((part) => (typeof part === "object" ? part.key : part)).join(".")} ${message}`.trim(),
          )
          .join("; "),
      ),
  },
  complexity: {
    // `operation-cost.ts` checks before anything runs, and its message says what is too much.
    disabled: true,
    defaultComplexity: 1,
    defaultListMultiplier: 5,
  },
  prisma: {
    // Loads a list that could not be read together with its parent, because two fields select it differently.
    client: (context) => read(context) as never,
    dmmf: withRelations(getDatamodel()),
    exposeDescriptions: false,
    onUnusedQuery: null,
    maxConnectionSize: MAX_PAGE_SIZE,
    defaultConnectionSize: DEFAULT_PAGE_SIZE,
  },
  relay: {
    cursorType: "String",
    // `schema/node.ts` replaces Pothos' own fields, which distinguish a foreign object from an absent one and fail on a
    // malformed id.
    nodeQueryOptions: false,
    nodesQueryOptions: false,
  },
});

builder.addScalarType("DateTime", DateTimeResolver);
builder.addScalarType("JSON", JSONResolver);
builder.addScalarType("UUID", UUIDResolver);

builder.queryType({ description: "Operations that read data." });
builder.mutationType({
  description: "Operations that change data. Each one is recorded in the audit trail of the team.",
});
builder.subscriptionType({ description: "Operations that stream new data to the client as it arrives." });
