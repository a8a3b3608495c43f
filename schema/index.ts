import "./session.ts";
import "./team.ts";
import "./search-criteria.ts";
import "./job.ts";
import "./company.ts";
import "./market-company.ts";
import "./candidate.ts";
import "./market.ts";
import "./discovery.ts";
import "./evidence.ts";
import "./publishing.ts";
import "./costs.ts";
import "./team-users.ts";
import "./create-team.ts";
import "./collection.ts";
import "./company-search.ts";
import "./news.ts";
import "./esg.ts";
import "./people.ts";
import "./identifiers.ts";
import "./market-analyses.ts";
import "./event-lists.ts";
import "./dossier.ts";
import { builder } from "./builder.ts";
import { assertNodesAreFound } from "./node.ts";

/** The one schema behind every door. */
export const schema = builder.toSchema();
assertNodesAreFound(schema);
