import "./team.ts";
import "./search-criteria.ts";
import "./job.ts";
import "./company.ts";
import "./market-company.ts";
import "./candidate.ts";
import "./market.ts";
import "./discovery.ts";
import { builder } from "./builder.ts";

/** The one model: every door asks it. */
export const schema = builder.toSchema();
