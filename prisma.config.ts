import { fileURLToPath } from "node:url";
import { defineConfig } from "prisma/config";

// Prisma's native schema engine is a download; this drop-in runs the same engine from its WebAssembly package.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL("./scripts/schema-engine.mjs", import.meta.url));

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // `generate` needs no database; every other command of the CLI does.
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
});
