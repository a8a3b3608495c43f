import { existsSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig } from "#foundation/config/config";
import { VARIABLES } from "#foundation/config/environment";
import { QUEUE_KINDS } from "#foundation/config/queue-kinds";
import { taskQueueOf } from "#workflows/queues";
import { temporaryFolder } from "../support/temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DEPLOY = join(ROOT, "deploy");
const COMPOSE = join(DEPLOY, "compose");
const KUBERNETES = join(DEPLOY, "kubernetes");
/** What a secret file may hold; a variable of another kind fails the test, as one without a secret does. */
const SECRET_VALUES: Record<string, string> = {
  DATABASE_URL_FILE: "postgresql://market:secret@postgres:5432/market",
  ENCRYPTION_KEY_FILE: Buffer.alloc(32, 7).toString("base64"),
  EVIDENCE_KEY_FILE: Buffer.alloc(32, 8).toString("base64"),
};

interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
}
const { services, secrets } = parse(readFileSync(join(COMPOSE, "compose.yaml"), "utf8"), { merge: true }) as {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
};

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: { template: { spec: { containers: Container[] } }; triggers: { metadata: Record<string, string> }[] };
}
interface Container {
  args: string[];
  env: { name: string; value: string }[];
}
const manifests = (folder: string) =>
  readdirSync(join(KUBERNETES, folder))
    .filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml")
    .flatMap((name) =>
      parseAllDocuments(readFileSync(join(KUBERNETES, folder, name), "utf8")).map(
        (document) => document.toJS() as Manifest,
      ),
    );

/** The configuration that a container with this environment starts with, in the image's own. */
async function configurationOf(environment: Record<string, string>) {
  const folder = await temporaryFolder();
  const image = /^ENV (.*)$/m.exec(readFileSync(join(DEPLOY, "Dockerfile"), "utf8"))?.[1] ?? "";
  const given = Object.fromEntries(image.split(" ").map((pair) => pair.split("=") as [string, string]));
  for (const [name, value] of Object.entries(environment)) {
    // "${NAME:-default}"
    given[name] = value.replace(/^\$\{\w+:-(.*)\}$/, "$1");
    const secret = SECRET_VALUES[name];
    if (secret === undefined) continue;
    given[name] = join(folder, name);
    await writeFile(join(folder, name), secret);
  }
  expect(Object.keys(given).filter((name) => !VARIABLES.includes(name))).toEqual([]);
  return readConfig(given);
}

it.each(["api", "worker"])("the %s of compose.yaml starts with a configuration without mistakes", async (name) => {
  const service = services[name];
  const config = await configurationOf(service?.environment ?? {});
  expect(config).toMatchObject({ mode: "production", temporal: { address: "temporal:7233" } });
  expect(config.databaseUrl).toBe(SECRET_VALUES.DATABASE_URL_FILE);
  expect(service?.command?.[0]).toBe("dist/src/main.js");
});

it.each([
  ["market-api", "api"],
  ["market-worker", "worker"],
])("%s of the manifests starts with a configuration without mistakes", async (name, role) => {
  const deployment = manifests(role).find(({ kind, metadata }) => kind === "Deployment" && metadata.name === name);
  const container = deployment?.spec.template.spec.containers[0];
  const { configMapGenerator } = parse(readFileSync(join(KUBERNETES, "api/kustomization.yaml"), "utf8")) as {
    configMapGenerator: { literals: string[] }[];
  };
  const literals = (configMapGenerator[0]?.literals ?? []).map((literal) => {
    const at = literal.indexOf("=");
    return [literal.slice(0, at), literal.slice(at + 1)] as const;
  });
  const own = (container?.env ?? []).map(({ name: variable, value }) => [variable, value] as const);
  const config = await configurationOf(Object.fromEntries([...literals, ...own]));
  expect(config).toMatchObject({ mode: "production", trustedProxies: 1 });
  expect(container?.args).toEqual(["dist/src/main.js", role]);
});

it("every image of others has a version, every secret that a service takes is made, and every file is there", () => {
  for (const [name, { image, secrets: taken = [] }] of Object.entries(services)) {
    if (image !== "market-intelligence:latest") expect(image, name).toMatch(/:\d[\w.-]*$/);
    expect(
      taken.filter((secret) => secrets[secret] === undefined),
      name,
    ).toEqual([]);
  }
  const made = readFileSync(join(COMPOSE, "make-secrets.sh"), "utf8");
  for (const { file } of Object.values(secrets)) expect(made).toContain(`make ${file.replace("./secrets/", "")} `);
  for (const file of ["Caddyfile", "make-databases.sh"]) expect(existsSync(join(COMPOSE, file))).toBe(true);
});

it("workers are added by the backlog of each queue that they serve", () => {
  const [scaling] = manifests("autoscaling");
  const triggers = scaling?.spec.triggers.map(({ metadata }) => metadata) ?? [];
  expect(triggers.map(({ taskQueue }) => taskQueue)).toEqual(QUEUE_KINDS.map(taskQueueOf));
  // Workflows wait in the first queue alone, and an overlay changes the address in one place.
  expect(triggers.map(({ queueTypes }) => queueTypes)).toEqual(
    QUEUE_KINDS.map((kind) => (kind === "control" ? "workflow,activity" : "activity")),
  );
  const addresses = new Set(triggers.flatMap(({ endpoint, endpointFromEnv }) => [endpoint, endpointFromEnv]));
  expect(addresses).toEqual(new Set([undefined, "TEMPORAL_ADDRESS"]));
});

it("the workers of each release have its name, its image and its build id", async () => {
  const RELEASES = join(KUBERNETES, "releases");
  const builds = readdirSync(RELEASES).filter((name) => name.startsWith("build-"));
  expect(builds.length).toBeGreaterThan(1);
  for (const folder of builds) {
    const id = folder.replace("build-", "");
    const build = parse(readFileSync(join(RELEASES, folder, "kustomization.yaml"), "utf8")) as {
      nameSuffix: string;
      images: { newTag: string }[];
      labels: { pairs: Record<string, string> }[];
      patches: { patch: string }[];
    };
    expect([build.nameSuffix, build.images[0]?.newTag]).toEqual([`-${id}`, id]);
    expect(build.labels[0]?.pairs).toEqual({ "app.kubernetes.io/version": id });
    const added = (parse(build.patches[0]?.patch ?? "") as { value: { name: string; value: string } }[]).map(
      ({ value }) => [value.name, value.value] as const,
    );
    const required = { DATABASE_URL_FILE: "", ENCRYPTION_KEY_FILE: "", EVIDENCE_KEY_FILE: "" };
    const { temporal } = await configurationOf({ ...required, ...Object.fromEntries(added) });
    expect(temporal?.deployment).toEqual({ name: "market", buildId: id });
  }
});
