import type { MarketPageQuery } from "../generated/graphql.ts";

export type MarketData = NonNullable<MarketPageQuery["market"]>;
export type JobData = MarketData["jobs"]["edges"][number]["node"];
