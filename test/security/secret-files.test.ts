import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ConfigurationError, readConfig } from "#foundation/config/config";
import { createTestDatabase } from "../support/database.ts";
import { marketCommand } from "../support/market.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const mistakesOf = (env: Record<string, string>) => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.mistakes;
    throw error;
  }
  return [];
};

it("a command works on the database whose address stands in a file", async () => {
  const database = await createTestDatabase();
  try {
    const folder = await temporaryFolder();
    const file = join(folder, "database");
    await writeFile(file, `${database.url}\n`);
    await database.db.prisma.team.create({ data: { name: "Filed", domain: "filed.example" } });
    const { code, stdout } = await marketCommand(["teams", "list", "--json"], {
      DATABASE_URL_FILE: file,
      DATA_DIR: folder,
      NODE_ENV: "test",
    });
    expect([code, stdout]).toEqual([0, expect.stringContaining("Filed")]);
  } finally {
    await database.drop();
  }
});

it("the key of a Temporal server comes from a file as the others do", async () => {
  const file = join(await temporaryFolder(), "temporal");
  await writeFile(file, "key-of-the-namespace\n");
  const { temporal } = readConfig({ TEMPORAL_ADDRESS: "temporal.example:7233", TEMPORAL_API_KEY_FILE: file });
  expect(temporal.access).toEqual({ apiKey: "key-of-the-namespace", tls: {} });
});

it("a secret that is in two places, in none or in an empty file is told of with the others, and never shown", async () => {
  const folder = await temporaryFolder();
  const empty = join(folder, "empty");
  const wrong = join(folder, "wrong");
  await writeFile(empty, "\n");
  await writeFile(wrong, "mysql://me:hidden@db/x");
  const missing = join(folder, "missing");
  const mistakes = mistakesOf({
    SMTP_URL: "smtp://mail",
    SMTP_URL_FILE: empty,
    WEB_SEARCH_API_KEY_FILE: empty,
    GEOCODING_API_KEY_FILE: missing,
    DATABASE_URL_FILE: wrong,
    PORT: "none",
  });
  expect(mistakes.toSorted()).toEqual([
    "DATABASE_URL must be a postgresql:// URL",
    `GEOCODING_API_KEY_FILE: ${missing} cannot be read (ENOENT)`,
    "PORT must be a port number",
    "SMTP_URL and SMTP_URL_FILE are both set; set only one of them",
    `WEB_SEARCH_API_KEY_FILE: ${empty} is empty`,
  ]);
  expect(mistakes.join()).not.toContain("hidden");
});
