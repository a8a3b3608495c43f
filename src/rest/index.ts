export { createRestHandler, type RestOptions } from "./dispatcher.ts";
/** The type that a tRPC client of `/trpc` is made with: `createTRPCClient<AppRouter>(…)`; see docs/clients.md. */
export type { AppRouter } from "./router.ts";
export { createTrpcHandler, TRPC_PREFIX, type TrpcOptions } from "./trpc-http.ts";
