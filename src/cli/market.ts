import { runMarket } from "./run-market.ts";

process.exitCode = await runMarket(process.argv.slice(2));
