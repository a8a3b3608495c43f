import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { VARIABLES } from "#foundation/config/environment";
import { projectRoot } from "#foundation/config/project-root";
import { configurationPage } from "../../scripts/configuration/configuration-page.ts";

const page = readFileSync(join(projectRoot(), "docs/configuration.md"), "utf8");

describe("the page of the configuration", () => {
  it("is committed as the schema of the environment makes it", () => {
    expect(page).toBe(configurationPage(page));
  });

  it("has every variable once, and no other", () => {
    const named = [...page.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(([, names = ""]) =>
      names.split(", ").map((name) => name.replaceAll("`", "")),
    );
    expect(named.sort()).toEqual([...VARIABLES].sort());
  });

  it("has the default of the schema, or what applies without one", () => {
    expect(page).toContain("| `PORT` | `4000` |");
    expect(page).toContain("| `DATABASE_URL`, `DATABASE_URL_FILE` | the embedded PostgreSQL |");
    expect(page).toContain("| `ENCRYPTION_KEY`, `ENCRYPTION_KEY_FILE` | created in `DATA_DIR` |");
  });
});
