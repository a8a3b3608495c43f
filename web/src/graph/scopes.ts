/**
 * What each scope lets a key do. The graph names scopes in plain strings, and the explorer imports nothing from the
 * server, so test/explorer/scopes.test.ts compares this list with the server's.
 */
export const SCOPE_WORDS = {
  "discovery:read": "Read discoveries, their criteria and verdicts",
  "discovery:write": "Ask questions, start discoveries, review companies, add columns, monitor markets",
  "markets:read": "Read markets and their companies",
  "markets:publish": "Publish markets",
  "impact:read": "Search the directory, read news, ESG items and events",
  "collections:read": "Read dossiers",
  "collections:write": "Create and run dossiers",
  "teams:read": "Read the team's users and webhooks",
  "teams:write": "Change the team's webhooks",
} as const;

export type Scope = keyof typeof SCOPE_WORDS;

export const SCOPES = Object.keys(SCOPE_WORDS) as Scope[];
