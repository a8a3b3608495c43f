import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { withFileLock } from "#foundation/embedded/file-lock";
import { dataFolders } from "./support.ts";

const folders = dataFolders();
afterAll(() => folders.removeAll());

describe("a file lock", () => {
  it("lets one in at a time and leaves nothing behind", async () => {
    const folder = await folders.make();
    const lock = join(folder, "lock");
    let inside = 0;
    let most = 0;
    const enter = () =>
      withFileLock(lock, { timeoutMs: 10_000 }, async () => {
        most = Math.max(most, ++inside);
        await sleep(20);
        inside--;
      });
    await Promise.all([enter(), enter(), enter()]);
    expect(most).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it("is let go of when the work fails", async () => {
    const lock = join(await folders.make(), "lock");
    await expect(withFileLock(lock, { timeoutMs: 1_000 }, () => Promise.reject(new Error("failed")))).rejects.toThrow(
      "failed",
    );
    expect(await withFileLock(lock, { timeoutMs: 1_000 }, async () => "in")).toBe("in");
  });

  it("is taken over from a process that has died, by one alone", async () => {
    const folder = await folders.make();
    const lock = join(folder, "lock");
    const child = spawn(process.execPath, ["--eval", ""]);
    await once(child, "exit");
    await writeFile(lock, String(child.pid));
    let inside = 0;
    const enter = () =>
      withFileLock(lock, { timeoutMs: 10_000 }, async () => {
        expect(++inside).toBe(1);
        await sleep(20);
        inside--;
      });
    await Promise.all([enter(), enter(), enter(), enter()]);
    expect(await readdir(folder)).toEqual([]);
  });

  it("is not waited for longer than wanted, and tells who holds it", async () => {
    const lock = join(await folders.make(), "lock");
    await writeFile(lock, String(process.pid));
    const holders: number[] = [];
    await expect(
      withFileLock(lock, { timeoutMs: 250, onWait: (pid) => holders.push(pid) }, async () => {}),
    ).rejects.toThrow(String(process.pid));
    expect(holders).toEqual([process.pid]);
  });
});
