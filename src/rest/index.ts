export { createRestHandler, type RestOptions } from "./dispatcher.ts";
/** The type for a tRPC client of `/trpc`: `createTRPCClient<AppRouter>(…)`; see docs/clients.md. */
export type { AppRouter } from "./router.ts";
export { createTrpcHandler, TRPC_PREFIX, type TrpcOptions } from "./trpc-http.ts";
