import type { Link } from "./result.ts";

/** Addresses that `resources/read` accepts. */
export const marketUri = (marketId: number): string => `market://${marketId}`;
export const companyUri = (domain: string): string => `company://${domain}`;
export const dossierUri = (agentId: string): string => `dossier://${agentId}`;

export const marketLink = (marketId: number, name: string): Link => ({ uri: marketUri(marketId), name });
export const companyLink = (domain: string, name: string): Link => ({ uri: companyUri(domain), name });
export const dossierLink = (agentId: string): Link => ({ uri: dossierUri(agentId), name: "Dossier" });
