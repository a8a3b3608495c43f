import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * What lies between the product and its database. `open`: everything goes through. `silent`: connections are taken, those that are there stay,
 * and nothing goes through either way, as with a server that hangs. `gone`: connections are refused, and those that are there break.
 */
export type Way = "open" | "silent" | "gone";

export interface DatabaseProxy {
  /** Of the same database, through the proxy. */
  url: string;
  set(way: Way): void;
  stop(): Promise<void>;
}

/** A way to a database that can be closed while the database goes on serving others. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname: host, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let way: Way = "open";
  const server = createServer((near) => {
    sockets.add(near);
    near.once("close", () => sockets.delete(near));
    near.on("error", () => {});
    if (way === "gone") {
      near.destroy();
      return;
    }
    const far = connect({ host, port: Number(port) });
    far.on("error", () => {});
    near.on("data", (chunk) => way === "open" && far.write(chunk));
    far.on("data", (chunk) => way === "open" && near.write(chunk));
    near.once("close", () => far.destroy());
    far.once("close", () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    set(next) {
      way = next;
      if (way === "gone") cut();
    },
    stop: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
