import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { pythonEnvironment } from "./python-environment.ts";
import { run } from "./run.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const hasKustomize = spawnSync("kubectl", ["kustomize", "--help"]).status === 0;
if (!hasKustomize) process.stderr.write("\nTHE OVERLAYS WERE NOT BUILT: there is no kubectl on the PATH\n");

let bin: string;
beforeAll(async () => {
  bin = await pythonEnvironment(new URL("kubernetes/requirements.txt", import.meta.url));
}, 300_000);

/** Fails at a field or value that Kubernetes 1.37 does not know. KEDA's resource is not in these schemas. */
const validate = (file: string) => run(join(bin, "kubernetes-validate"), ["--strict", file]);

describe("the schemas of Kubernetes", () => {
  it.each(["api", "worker"])("accept the manifests of the %s", async (role) => {
    await validate(join(ROOT, `deploy/kubernetes/${role}/${role}.yaml`));
  });

  it("refuse a field with a typing mistake", async () => {
    const file = join(await temporaryFolder(), "worker.yaml");
    const worker = readFileSync(join(ROOT, "deploy/kubernetes/worker/worker.yaml"), "utf8");
    writeFileSync(file, worker.replace("startupProbe", "startUpProbe"));
    await expect(validate(file)).rejects.toThrow("startUpProbe");
  });
});

describe.skipIf(!hasKustomize)("an overlay", () => {
  /** Builds an overlay, checks it, and returns the kinds and names of its objects. */
  async function build(overlay: string): Promise<string[]> {
    const file = join(await temporaryFolder(), "built.yaml");
    const built = await run("kubectl", ["kustomize", overlay]);
    writeFileSync(file, built);
    await validate(file);
    return parseAllDocuments(built).map(
      (document) => `${document.get("kind")} ${document.getIn(["metadata", "name"])}`,
    );
  }

  it("is built as docs/deploy.md shows it, with autoscaling", async () => {
    const folder = await temporaryFolder();
    cpSync(join(ROOT, "deploy"), join(folder, "deploy"), { recursive: true });
    const page = readFileSync(join(ROOT, "docs/deploy.md"), "utf8");
    const [, example = ""] = /```yaml\n(# overlay\/kustomization\.yaml\n[\s\S]*?)```/.exec(page) ?? [];
    mkdirSync(join(folder, "overlay"));
    writeFileSync(join(folder, "overlay/kustomization.yaml"), example);
    const built = await build(join(folder, "overlay"));
    for (const object of ["Deployment market-api", "Deployment market-worker", "ScaledObject market-worker"]) {
      expect(built).toContain(object);
    }
  });

  it("of releases has workers of each build, and none without a build", async () => {
    const built = await build(join(ROOT, "deploy/kubernetes/releases"));
    expect(built.filter((object) => object.startsWith("Deployment"))).toEqual([
      "Deployment market-api",
      "Deployment market-worker-1",
      "Deployment market-worker-2",
    ]);
  });
});
