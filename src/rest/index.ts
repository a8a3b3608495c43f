export { createRestHandler, type RestOptions } from "./dispatcher.ts";
export type { AppRouter } from "./router.ts";
