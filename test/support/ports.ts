export { freePort } from "../../src/embedded/ports.ts";
