import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "./temporary-folder.ts";

const openssl = (...args: string[]) => promisify(execFile)("openssl", args);

/** A certificate with its key: PEM, and the files that have them. */
export interface Certificate {
  crt: string;
  key: string;
  crtFile: string;
  keyFile: string;
}

/** A certificate authority of a test's own. */
export interface Authority extends Certificate {
  /** Issues a certificate to a name, for servers and clients. */
  issue(name: string): Promise<Certificate>;
}

/** Makes an authority with openssl; all that it makes is valid for a day. */
export async function createAuthority(): Promise<Authority> {
  const folder = await temporaryFolder();
  const pathOf = (file: string) => join(folder, file);
  const newKey = (name: string, keyFile: string) => [
    ...["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
    ...["-subj", `/CN=${name}`, "-keyout", keyFile],
  ];
  const filesOf = (name: string) => ({ crtFile: pathOf(`${name}.crt`), keyFile: pathOf(`${name}.key`) });
  const read = async (files: ReturnType<typeof filesOf>): Promise<Certificate> => ({
    ...files,
    crt: await readFile(files.crtFile, "utf8"),
    key: await readFile(files.keyFile, "utf8"),
  });
  const own = filesOf("authority");
  await openssl(...newKey("Test authority", own.keyFile), "-x509", "-days", "1", "-out", own.crtFile);
  return {
    ...(await read(own)),
    async issue(name) {
      const files = filesOf(name);
      const [request, extensions] = [pathOf(`${name}.csr`), pathOf(`${name}.ext`)];
      await openssl(...newKey(name, files.keyFile), "-out", request);
      await writeFile(extensions, `subjectAltName=DNS:${name}\nbasicConstraints=CA:FALSE\n`);
      await openssl(
        ...["x509", "-req", "-days", "1", "-in", request, "-extfile", extensions, "-out", files.crtFile],
        ...["-CA", own.crtFile, "-CAkey", own.keyFile, "-CAcreateserial"],
      );
      return read(files);
    },
  };
}
