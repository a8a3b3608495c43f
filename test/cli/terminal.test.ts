import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const cwd = fileURLToPath(new URL("../..", import.meta.url));
const LOG = `
  import { createLogger } from "./src/config/logger.ts";
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
        require("./scripts/check-node.cjs");`,
      ],
      { cwd },
    ).then(
      () => "runs",
      ({ code, stderr }: { code: number; stderr: string }) => [code, stderr],
    );
  for (const old of ["8.17.0", "18.20.8", "20.18.3"])
    expect(await pretend(old)).toEqual([1, expect.stringMatching(`^This program needs Node 20.19 or later, .*${old}`)]);
  for (const enough of ["20.19.0", "22.0.0", "24.1.0"]) expect(await pretend(enough)).toBe("runs");
});
