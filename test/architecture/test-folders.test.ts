import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "#foundation/config/project-root";

/** Ways in, and what is the tests' own. */
const DOORS = ["graph", "rest", "cli", "workflows", "security", "clients", "explorer"];
const OWN = ["architecture", "support", "torture"];

const foldersIn = (path: string, recursive = false) =>
  readdirSync(join(projectRoot(), path), { withFileTypes: true, recursive })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

it("each folder of test/ is named after a door or a room, so that anyone finds the tests of a change", () => {
  const rooms = new Set(foldersIn("src", true));
  const others = foldersIn("test").filter((name) => ![...DOORS, ...OWN].includes(name) && !rooms.has(name));
  expect(others).toEqual([]);
});
