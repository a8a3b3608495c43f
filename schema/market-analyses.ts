import { builder } from "./builder.ts";
import { featureMapOfMarkets, MarketFeatureMap } from "./feature-map.ts";
import { Market } from "./market.ts";
import { MarketMomentum, momentumOfMarkets } from "./momentum.ts";
import { MarketPhrases, phrasesOfMarkets } from "./phrases.ts";
import { MarketRadar, radarOfMarkets } from "./radar.ts";
import { MarketTopics, topicsOfMarkets } from "./topics.ts";

const NEVER_RUN = "null until the pipeline flag has run.";

builder.prismaObjectFields(Market, (t) => ({
  momentum: t.field({
    type: MarketMomentum,
    nullable: true,
    description: `The momentum of each company relative to the others; ${NEVER_RUN}`,
    authScopes: { anyScope: ["markets:read"] },
    resolve: ({ id }, _args, context) => momentumOfMarkets(context).load(id),
  }),
  radar: t.field({
    type: MarketRadar,
    nullable: true,
    description: `The radar: the companies by fit and momentum; ${NEVER_RUN}`,
    authScopes: { anyScope: ["markets:read"] },
    resolve: ({ id }, _args, context) => radarOfMarkets(context).load(id),
  }),
  topics: t.field({
    type: MarketTopics,
    nullable: true,
    description: `The topics that the companies write about; ${NEVER_RUN}`,
    authScopes: { anyScope: ["markets:read"] },
    resolve: ({ id }, _args, context) => topicsOfMarkets(context).load(id),
  }),
  phrases: t.field({
    type: MarketPhrases,
    nullable: true,
    description: `Phrases that are typical of the market's companies; ${NEVER_RUN}`,
    authScopes: { anyScope: ["markets:read"] },
    resolve: ({ id }, _args, context) => phrasesOfMarkets(context).load(id),
  }),
  featureMap: t.field({
    type: MarketFeatureMap,
    nullable: true,
    description: `The feature map: which company offers which feature, according to its record; ${NEVER_RUN}`,
    authScopes: { anyScope: ["markets:read"] },
    resolve: ({ id }, _args, context) => featureMapOfMarkets(context).load(id),
  }),
}));
