import { Command, Option } from "commander";
import { encryptSigningKeys, signingKeysByEncryption } from "#accounts/auth/stored-signing-keys";
import { type Config, readConfig } from "#foundation/config/config";
import { openKeyRing } from "#foundation/encryption/open-key-ring";
import { reencryptWebhookSecrets } from "#notices/webhooks/reencrypt-secrets";
import { createPayloadCodec } from "#workflows/client/codec";
import { answer } from "../answer.ts";
import { startCodecServer } from "../codec-server.ts";
import { wholeNumber } from "../option-values.ts";
import { changeDatabase, withDatabase } from "../with-database.ts";

const json = () => new Option("--json", "print JSON").default(false);

const originOf = ({ encryption }: Config): string =>
  encryption.source === "environment" ? "ENCRYPTION_KEY" : encryption.file;

const status = () =>
  new Command("status")
    .description("Show the ids of the encryption keys, and how many secrets each of them encrypts")
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
    .description("Encrypt all secrets stored in PostgreSQL with the first key, so that the other keys can be removed")
    .addOption(json())
    .action(async (options: { json: boolean }) => {
      const config = readConfig();
      const change = { operation: "reencryptSecrets", subject: {} };
      const { keyIds, ...done } = await changeDatabase(config, change, async (db) => {
        const ring = await openKeyRing(config.encryption);
        const keys = await encryptSigningKeys(db, ring, { all: true });
        const secrets = await reencryptWebhookSecrets(db, ring);
        return {
          encrypted: keys.encrypted + secrets.encrypted,
          undecipherable: [...keys.undecipherable, ...secrets.undecipherable],
          keyIds: ring.keyIds,
        };
      });
      const left = done.undecipherable.length;
      const unread =
        left === 0 ? "" : `, ${left} cannot be decrypted (${[...new Set(done.undecipherable)].join(", ")})`;
      answer(options, done, `${done.encrypted} encrypted again with ${keyIds[0]}${unread}`);
      process.exitCode = left === 0 ? 0 : 1;
    });

const codec = () =>
  new Command("codec")
    .description("Serve decrypted payloads to the Temporal UI and CLI on this machine, until Ctrl-C")
    .option("--port <port>", "the port on 127.0.0.1; 0 chooses a free one", "0")
    .action(async ({ port }: { port: string }) => {
      const { encryption, temporal } = readConfig();
      const server = await startCodecServer(createPayloadCodec(await openKeyRing(encryption)), {
        port: wholeNumber(port, "--port"),
        uiOrigin: new URL(temporal.uiUrl).origin,
      });
      process.stdout.write(
        [
          `Codec endpoint: ${server.endpoint}`,
          `In the Temporal UI (${temporal.uiUrl}), set it as the codec server endpoint (the button with the glasses).`,
          `On the command line: temporal workflow show -w ID --codec-endpoint ${server.endpoint}`,
          "Anyone who has this address can read the inputs and results of runs. Ctrl-C ends it.\n",
        ].join("\n"),
      );
      await new Promise<void>((resolve) => process.once("SIGINT", resolve).once("SIGTERM", resolve));
      await server.stop();
    });

/** `market encryption …` */
export function encryptionCommand(): Command {
  return new Command("encryption").addCommand(status()).addCommand(reencrypt()).addCommand(codec());
}
