import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { projectRoot } from "./project-root.ts";

/** The version of this package, as manifests and requests state it. */
export const PACKAGE_VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(projectRoot(), "package.json"), "utf8"))).version;
