import { Command, Option } from "commander";
import { encryptSigningKeys, signingKeysByEncryption } from "../../auth/stored-signing-keys.ts";
import { type Config, readConfig } from "../../config/config.ts";
import { openKeyRing } from "../../encryption/open-key-ring.ts";
import { answer } from "../answer.ts";
import { withDatabase } from "../with-database.ts";

const json = () => new Option("--json", "print JSON").default(false);

const originOf = ({ encryption }: Config): string =>
  encryption.source === "environment" ? "ENCRYPTION_KEY" : encryption.file;

const status = () =>
  new Command("status")
    .description("Show the ids of the encryption keys, and what is stored under which")
    .addOption(json())
    .action(async (options: { json: boolean }) => {
      const config = readConfig();
      const { keyIds, signingKeys } = await withDatabase(config, async (db) => ({
        keyIds: (await openKeyRing(config.encryption)).keyIds,
        signingKeys: await signingKeysByEncryption(db),
      }));
      const lines = signingKeys.map(({ keyId, count }) => {
        if (keyId === null) return `Signing keys in clear: ${count}`;
        return `Signing keys under ${keyId}: ${count}${keyIds.includes(keyId) ? "" : ", which cannot be decrypted here"}`;
      });
      answer(
        options,
        { origin: originOf(config), keyIds, signingKeys },
        [`Keys of ${originOf(config)}: ${keyIds.join(", ")} (the first one encrypts)`, ...lines].join("\n"),
      );
    });

const reencrypt = () =>
  new Command("reencrypt")
    .description("Encrypt everything stored in PostgreSQL with the first key, so that later ones can be taken out")
    .addOption(json())
    .action(async (options: { json: boolean }) => {
      const config = readConfig();
      const { keyIds, ...done } = await withDatabase(config, async (db) => {
        const ring = await openKeyRing(config.encryption);
        return { ...(await encryptSigningKeys(db, ring, { all: true })), keyIds: ring.keyIds };
      });
      const left = done.undecipherable.length;
      const unread =
        left === 0 ? "" : `, ${left} cannot be decrypted (${[...new Set(done.undecipherable)].join(", ")})`;
      answer(options, done, `${done.encrypted} encrypted anew with ${keyIds[0]}${unread}`);
      process.exitCode = left === 0 ? 0 : 1;
    });

/** `market encryption …` */
export function encryptionCommand(): Command {
  return new Command("encryption").addCommand(status()).addCommand(reencrypt());
}
