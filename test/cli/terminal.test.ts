import { execFile } from "node:child_process";
import { cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";

const cwd = fileURLToPath(new URL("../..", import.meta.url));
const LOG = `
  import { createLogger } from "./src/foundation/config/logger.ts";
  createLogger({ logLevel: "info" }, "market").info({ url: "http://127.0.0.1:4000", apiKey: "secret" }, "ready");`;
const NODE = [process.execPath, "--import", "tsx", "--input-type=module", "--eval", LOG];

it("the log is JSON lines, and lines for people where a terminal shows them", async () => {
  const [program = "", ...args] = NODE;
  const { stderr } = await promisify(execFile)(program, args, { cwd });
  expect(JSON.parse(stderr)).toMatchObject({ name: "market", msg: "ready", apiKey: "[hidden]" });

  const terminal = ["-c", "import pty, sys; pty.spawn(sys.argv[1:])", ...NODE];
  const { stdout } = await promisify(execFile)("python3", terminal, { cwd, env: { ...process.env, NO_COLOR: "1" } });
  expect(stdout).toMatch(/^\[\d\d:\d\d:\d\d\] INFO \(market\): ready\r\n\s+url: "http:\/\/127.0.0.1:4000"/);
  expect(stdout).not.toContain("secret");
});

it("a Node that is too old is told which one is needed, before it reads the program", async () => {
  const pretend = (version: string) =>
    promisify(execFile)(
      process.execPath,
      [
        "--eval",
        `Object.defineProperty(process, "versions", { value: { node: "${version}" } });
        require("./scripts/preflight.cjs");`,
      ],
      { cwd },
    ).then(
      () => "runs",
      ({ code, stderr }: { code: number; stderr: string }) => [code, stderr],
    );
  for (const old of ["8.17.0", "18.20.8", "20.20.2", "22.18.0"])
    expect(await pretend(old)).toEqual([1, expect.stringMatching(`^This program needs Node 22.19 or later, .*${old}`)]);
  for (const enough of ["22.19.0", "23.0.0", "24.1.0"]) expect(await pretend(enough)).toBe("runs");
});

it("an install without development packages succeeds, and says what it runs or what is missing", async () => {
  const folder = await temporaryFolder();
  for (const file of ["package.json", "scripts/prepare.mjs", "scripts/preflight.cjs"])
    await cp(join(cwd, file), join(folder, file));
  const npm = (script: string) =>
    promisify(execFile)("npm", ["run", "--silent", script], { cwd: folder }).then(
      ({ stderr }) => [0, stderr],
      ({ code, stderr }: { code: number; stderr: string }) => [code, stderr],
    );
  expect(await npm("prepare")).toEqual([0, expect.stringMatching(/there is no dist\/.*npm prune --omit=dev/)]);
  expect(await npm("start")).toEqual([1, expect.stringMatching(/main\.js is not there: npm run build makes it/)]);
  await mkdir(join(folder, "dist", "src"), { recursive: true });
  await writeFile(join(folder, "dist", "src", "main.js"), 'import "./other.js";');
  await writeFile(join(folder, "dist", "src", "other.js"), "");
  expect(await npm("prepare")).toEqual([0, expect.stringContaining("dist/ is used as it is")]);
  expect(await npm("start")).toEqual([0, expect.not.stringContaining("not there")]);
  // The next start has compiled code.
  const compiled = await readdir(join(folder, "dist", ".compile-cache"), { recursive: true });
  expect(compiled.length).toBeGreaterThan(2);
});
