import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { installOutside, outsideTool } from "../outside.ts";
import { pythonEnvironment } from "../python-environment.ts";
import { run } from "../run.ts";

const VERSION = "7.25.0";
const DOCUMENT = fileURLToPath(new URL("../../../docs/openapi.json", import.meta.url));
const ARTIFACT = `org.openapitools:openapi-generator-cli:${VERSION}`;
const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/openapi-generator", import.meta.url));
const JAR = join(CACHE, `openapi-generator-cli-${VERSION}.jar`);

/** The clients that openapi-generator makes of the document, each with its own language's compiler: `npm run generators`. */
beforeAll(async () => {
  if (existsSync(JAR)) return;
  await run("mvn", ["-q", "dependency:get", `-Dartifact=${ARTIFACT}`, "-Dtransitive=false"]);
  await run("mvn", ["-q", "dependency:copy", `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${CACHE}`]);
}, 600_000);

/** Generates a client into a folder of its own. */
async function generate(generator: string): Promise<string> {
  const folder = await temporaryFolder();
  await run("java", ["-jar", JAR, "generate", "-i", DOCUMENT, "-g", generator, "-o", folder]);
  return folder;
}

it("typescript-fetch passes tsc", async () => {
  const outside = await installOutside();
  const folder = await generate("typescript-fetch");
  copyFileSync(join(outside, "package.json"), join(folder, "package.json"));
  const compilerOptions = {
    strict: true,
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    noEmit: true,
  };
  const lib = ["es2022", "dom"];
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, lib, types: [] }, files: ["index.ts"] }),
  );
  await run(outsideTool(outside, "tsc"), ["-p", "tsconfig.json"], { cwd: folder });
});

it("python: every module can be imported", async () => {
  const bin = await pythonEnvironment(new URL("requirements.txt", import.meta.url));
  const folder = await generate("python");
  const program = `
import importlib, openapi_client, pkgutil
names = [module.name for module in pkgutil.walk_packages(openapi_client.__path__, "openapi_client.")]
for name in names: importlib.import_module(name)
print(len(names))`;
  expect(Number(await run(join(bin, "python"), ["-c", program], { cwd: folder }))).toBeGreaterThan(50);
});

it("java passes javac", async () => {
  await run("mvn", ["-q", "-DskipTests", "compile"], { cwd: await generate("java") });
});
