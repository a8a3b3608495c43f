import type { MarketColumnsQuery } from "../generated/graphql.ts";

export type Columns = NonNullable<MarketColumnsQuery["market"]>;

/** A column of the market. */
export type Column = Columns["columns"][number];
