import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Returns the folder that holds package.json, prisma/ and node_modules/. Searches upwards, because compiled code lies
 * one folder deeper than its source. The build has a package.json too, so that file alone does not suffice.
 * @throws Error where no folder above holds the project.
 */
export function projectRoot(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json")) && existsSync(join(folder, "prisma"))) return folder;
    if (folder === dirname(folder))
      throw new Error("no folder above the program has package.json and prisma/: the installation is incomplete");
  }
}
