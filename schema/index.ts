import "./session.ts";
import "./team.ts";
import "./search-criteria.ts";
import "./job.ts";
import "./company.ts";
import "./source.ts";
import "./source-record.ts";
import "./company-identity.ts";
import "./market-company.ts";
import "./candidate.ts";
import "./market.ts";
import "./market-column.ts";
import "./discovery.ts";
import "./evidence.ts";
import "./market-download.ts";
import "./reviews.ts";
import "./market-history.ts";
import "./publishing.ts";
import "./job-orders.ts";
import "./costs.ts";
import "./preview.ts";
import "./team-users.ts";
import "./audit-entry.ts";
import "./create-team.ts";
import "./collection.ts";
import "./company-search.ts";
import "./news.ts";
import "./esg.ts";
import "./esg-incident.ts";
import "./people.ts";
import "./identifiers.ts";
import "./market-analyses.ts";
import "./event-story-line.ts";
import "./event-lists.ts";
import "./dossier.ts";
import "./dossier-orders.ts";
import "./notice.ts";
import "./monitor.ts";
import "./webhook.ts";
import { builder } from "./builder.ts";
import { withoutFederation } from "./federation.ts";
import { assertNodesAreFound } from "./node.ts";

/** The one schema behind every door. */
export const schema = builder.toSchema();
assertNodesAreFound(schema);

/** What is told of it: by introspection, and in `schema.graphql`. */
export const toldSchema = withoutFederation(schema);
