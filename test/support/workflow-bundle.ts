import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";
import { BUNDLE, isBuildFresh } from "./program.ts";

let bundle: Promise<{ code: string }> | undefined;

/** The workflows' code: the build's where that is as new as the sources, otherwise bundled once a process, which takes seconds. */
export function workflowBundle(): Promise<{ code: string }> {
  bundle ??= isBuildFresh()
    ? readFile(BUNDLE, "utf8").then((code) => ({ code }))
    : bundleWorkflowCode({
        workflowsPath: fileURLToPath(new URL("../../workflows/index.ts", import.meta.url)),
        workflowInterceptorModules: [
          fileURLToPath(new URL("../../workflows/sandbox/trace-headers.ts", import.meta.url)),
        ],
        logger: new DefaultLogger("ERROR"),
      });
  return bundle;
}
