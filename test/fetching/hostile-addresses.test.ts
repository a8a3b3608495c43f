import { afterAll, describe, expect, test } from "vitest";
import { FetchFailedError, FetchRefusedError } from "#providers/fetching/errors";
import { createFetcher } from "#providers/fetching/fetcher";
import { isPublicAddress } from "#providers/fetching/public-address";
import { failureOf, sends, startRawSite, startSite } from "./support.ts";

/** A fetcher whose names lead where the test says; what it does not say does not exist. */
function fetcherWith(names: Record<string, string[]>, allow: string[] = []) {
  const asked: string[] = [];
  const fetcher = createFetcher({
    allow,
    resolve: async (name) => {
      asked.push(name);
      return names[name] ?? [];
    },
  });
  afterAll(() => fetcher.close());
  return { fetcher, asked };
}

/** Spellings of addresses inside; `PORT` stands for the port of a server that listens there and must not be asked. */
const LITERALS = [
  "http://127.0.0.1:PORT/",
  "http://127.0.0.1.:PORT/",
  "http://127.1:PORT/",
  "http://127.0.1:PORT/",
  "http://127.255.255.254:PORT/",
  "http://2130706433:PORT/",
  "http://0x7f000001:PORT/",
  "http://0x7F.0x0.0x0.0x1:PORT/",
  "http://0x7f.1:PORT/",
  "http://017700000001:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://0177.0.0.0x1:PORT/",
  "http://%31%32%37.0.0.1:PORT/",
  "http://\uff11\uff12\uff17.0.0.1:PORT/",
  "http://①②⑦.⓪.⓪.①:PORT/",
  "http://127。0。0。1:PORT/",
  "http:/\\127.0.0.1:PORT/",
  "http:\\\\127.0.0.1:PORT\\",
  "http:127.0.0.1:PORT/",
  " \thttp://127.0.0.1:PORT/",
  "ht\ntp://127.0.0.1:PORT/",
  "http://0:PORT/",
  "http://0.0.0.0:PORT/",
  "http://0x0:PORT/",
  "http://[::1]:PORT/",
  "http://[::]:PORT/",
  "http://[0:0:0:0:0:0:0:1]:PORT/",
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://[0:0:0:0:0:ffff:7f00:0001]:PORT/",
  "http://[::127.0.0.1]:PORT/",
  "http://[::ffff:0:127.0.0.1]:PORT/",
  "http://[64:ff9b::127.0.0.1]:PORT/",
  "http://[64:ff9b::a9fe:a9fe]/",
  "http://[64:ff9b:1::1]/",
  "http://[2002:7f00:1::]/",
  "http://[2002:a9fe:a9fe::1]/",
  "http://[2001:0:7f00:1::]/",
  "http://[2001:db8::1]/",
  "http://[3fff::1]/",
  "http://[fe80::1]/",
  "http://[febf::1]/",
  "http://[fec0::1]/",
  "http://[fc00::1]/",
  "http://[fd00:ec2::254]/latest/meta-data/",
  "http://[fd20:ce::254]/",
  "http://[ff02::1]/",
  "http://[100::1]/",
  "http://[5f00::1]/",
  "http://169.254.169.254/latest/meta-data/",
  "http://0xa9fea9fe/latest/meta-data/",
  "http://2852039166/",
  "http://0251.0376.0251.0376/",
  "http://100.100.100.200/",
  "http://168.63.129.16/",
  "http://192.0.0.192/",
  "http://10.0.0.1/",
  "http://012.0.0.1/",
  "http://172.16.0.1/",
  "http://172.31.255.255/",
  "http://192.168.0.1/",
  "http://192.168.257/",
  "http://100.64.0.1/",
  "http://198.18.0.1/",
  "http://192.0.2.1/",
  "http://198.51.100.1/",
  "http://203.0.113.1/",
  "http://224.0.0.1/",
  "http://240.0.0.1/",
  "http://255.255.255.255/",
  "https://127.0.0.1:PORT/",
];

const INNER_NAMES = [
  "http://localhost:PORT/",
  "http://LOCALHOST:PORT/",
  "http://localhost.:PORT/",
  "http://loc%61lhost:PORT/",
  "http://\uff4cocalhost:PORT/",
  "http://a.localhost:PORT/",
  "http://printer.local/",
  "http://metadata.google.internal/computeMetadata/v1/",
  "http://metadata/",
  "http://intranet/",
  "http://router.lan/",
  "http://nas.home.arpa/",
  "http://git.corp/",
  "http://files.intranet./",
  "http://kubernetes.default.svc.cluster.local/",
  "http://hidden.onion/",
];

const OTHER_REFUSALS = [
  "file:///etc/passwd",
  "ftp://example.com/",
  "gopher://127.0.0.1:6379/_INFO",
  "data:text/plain,hello",
  "javascript:alert(1)",
  "dict://127.0.0.1:11211/stats",
  "ws://example.com/",
  "unix:///var/run/docker.sock",
  "http://user:secret@example.com/",
  "http://example.com@127.0.0.1:PORT/",
  "http://127.0.0.1:PORT@example.com/",
  "http://:@@127.0.0.1/",
  "http://site.com:22/",
  "http://site.com:25/",
  "http://site.com:6667/",
  "https://site.com:0/",
  "http://site.com:99999/",
  "http://[::1%25lo]:PORT/",
  "http://[::1",
  "http://",
  "//127.0.0.1:PORT/",
  "127.0.0.1:PORT",
  "",
  "http://site..com/",
  "http://999.1.1.1/",
  `http://site.com/${"a".repeat(9000)}`,
];

describe("an address that is not of the public web", async () => {
  const trap = await startSite({ "/": sends("inside") });
  const { fetcher, asked } = fetcherWith({});

  test.each([...LITERALS, ...INNER_NAMES, ...OTHER_REFUSALS])("%j is refused without a request", async (spelling) => {
    const error = await failureOf(fetcher.fetch(spelling.replace("PORT", String(trap.port))));
    expect(error).toBeInstanceOf(FetchRefusedError);
    expect(error).toMatchObject({ retryable: false });
    expect(error.message).toMatch(/\.$/);
    expect(error.message).not.toContain("secret");
    expect({ requests: trap.requests.length, asked }).toEqual({ requests: 0, asked: [] });
  });
});

test.each([
  "93.184.216.34",
  "1.1.1.1",
  "192.167.255.255",
  "172.32.0.1",
  "2606:4700:4700::1111",
  "2a00:1450:4001::8a",
  "::ffff:93.184.216.34",
  "64:ff9b::5db8:d822",
])("%s is an address of the public web", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

describe("a name whose addresses are not public", async () => {
  const trap = await startSite({ "/": sends("inside") });

  test.each([
    [["127.0.0.1"]],
    [["::1"]],
    [["::ffff:127.0.0.1"]],
    [["::ffff:7f00:1"]],
    [["10.1.2.3"]],
    [["169.254.169.254"]],
    [["fe80::1"]],
    [["fe80::1%eth0"]],
    [["fd00:ec2::254"]],
    [["64:ff9b::7f00:1"]],
    [["2002:7f00:1::"]],
    [["0.0.0.0"]],
    [["100.64.0.1"]],
    [["93.184.216.34", "127.0.0.1"]],
    [["2606:2800:220:1:248:1893:25c8:1946", "::1"]],
  ])("is refused for %j, however it mixes them", async (addresses) => {
    const { fetcher, asked } = fetcherWith({ "www.attacker.com": addresses });
    for (const scheme of ["http", "https"]) {
      const error = await failureOf(fetcher.fetch(`${scheme}://www.attacker.com:${trap.port}/`));
      expect(error).toBeInstanceOf(FetchRefusedError);
      // Which address it is would tell a stranger about the inside.
      for (const address of addresses) expect(error.message).not.toContain(address);
    }
    expect({ requests: trap.requests.length, asked }).toEqual({
      requests: 0,
      asked: ["www.attacker.com", "www.attacker.com"],
    });
  });

  test("is reported as missing when it has none, and as worth another try when the resolver fails", async () => {
    const { fetcher } = fetcherWith({});
    expect(await failureOf(fetcher.fetch("http://nowhere.com/"))).toMatchObject({
      name: "FetchFailedError",
      retryable: false,
      message: "http://nowhere.com/ has a host name that does not exist.",
    });
    const failing = createFetcher({
      resolve: () => Promise.reject(Object.assign(new Error("down"), { code: "EAI_AGAIN" })),
    });
    expect(await failureOf(failing.fetch("http://somewhere.com/"))).toMatchObject({ retryable: true });
    await failing.close();
  });
});

describe("the allow-list", async () => {
  const site = await startSite({ "/": sends("allowed") });
  const other = await startSite({ "/": sends("inside") });

  test("opens exactly one port of one host, by the name that is asked for", async () => {
    const { fetcher } = fetcherWith({ "inner.service.local": ["127.0.0.1"] }, [
      site.host,
      `inner.service.local:${site.port}`,
    ]);
    expect((await fetcher.fetch(site.url())).body.toString()).toBe("allowed");
    expect((await fetcher.fetch(`http://2130706433:${site.port}/`)).body.toString()).toBe("allowed");
    expect((await fetcher.fetch(`http://inner.service.local:${site.port}/`)).body.toString()).toBe("allowed");
    for (const address of [
      other.url(),
      `http://localhost:${site.port}/`,
      `http://[::ffff:127.0.0.1]:${site.port}/`,
      `http://127.0.0.2:${site.port}/`,
      `http://inner.service.local:${other.port}/`,
    ])
      expect(await failureOf(fetcher.fetch(address)), address).toBeInstanceOf(FetchRefusedError);
    expect(other.requests).toHaveLength(0);
  });
});

describe("a redirect", async () => {
  const inner = await startSite({ "/": sends("inside"), "/latest/meta-data/": sends("inside") });
  const hops: Record<string, string> = {
    "/literal": inner.url(),
    "/decimal": `http://2130706433:${inner.port}/`,
    "/mapped": `http://[::ffff:7f00:1]:${inner.port}/`,
    "/name": `http://www.attacker.com:${inner.port}/`,
    "/protocol-relative": `//127.0.0.1:${inner.port}/`,
    "/metadata": "http://169.254.169.254/latest/meta-data/",
    "/file": "file:///etc/passwd",
    "/credentials": "http://user:secret@127.0.0.1/",
    "/chain": "/literal",
    "/broken": "http://[",
  };
  const site = await startSite(
    Object.fromEntries(
      Object.entries(hops).map(([path, location]) => [
        path,
        (_request, response) => void response.writeHead(302, { location }).end("moved"),
      ]),
    ),
  );
  const { fetcher } = fetcherWith({ "www.attacker.com": ["127.0.0.1"] }, [site.host]);

  test.each(Object.keys(hops))("from %s into the inner network is refused", async (path) => {
    expect(await failureOf(fetcher.fetch(site.url(path)))).toBeInstanceOf(FetchRefusedError);
    expect(inner.requests).toHaveLength(0);
  });

  test("is followed five times and no more", async () => {
    const circle = await startSite({
      "/": (request, response) => {
        const left = Number(new URL(request.url ?? "", "http://x").searchParams.get("left"));
        if (left === 0) response.end("arrived");
        else response.writeHead(307, { location: `/?left=${left - 1}` }).end();
      },
    });
    const { fetcher: allowed } = fetcherWith({}, [circle.host]);
    const arrived = await allowed.fetch(circle.url("/?left=5#part"));
    expect({ url: arrived.url, body: arrived.body.toString() }).toEqual({
      url: circle.url("/?left=0"),
      body: "arrived",
    });
    expect(await failureOf(allowed.fetch(circle.url("/?left=6")))).toBeInstanceOf(FetchFailedError);
  });

  test("takes a caller's secrets to its own origin only", async () => {
    const seen: Record<string, unknown>[] = [];
    const there = await startSite({
      "/": (request, response) => {
        seen.push(request.headers);
        response.end("there");
      },
    });
    const here = await startSite({
      "/": (_request, response) => void response.writeHead(301, { location: "/same" }).end(),
      "/same": (request, response) => {
        seen.push(request.headers);
        response.writeHead(308, { location: there.url(), "set-cookie": "id=1; Path=/" }).end();
      },
    });
    const { fetcher: allowed } = fetcherWith({}, [here.host, there.host]);
    const headers = {
      Authorization: "Bearer secret",
      "X-API-Key": "secret",
      Cookie: "secret=1",
      "If-None-Match": '"1"',
      Host: "other",
    };
    await allowed.fetch(here.url(), { headers });
    expect(seen[0]).toMatchObject({ authorization: "Bearer secret", "x-api-key": "secret", host: here.host });
    expect(seen[1]).toMatchObject({ "if-none-match": '"1"', host: there.host });
    expect(JSON.stringify(seen[1])).not.toContain("secret");
    for (const request of seen) expect(request).not.toHaveProperty("cookie");
  });
});

test("a proxy that the environment names is not used", async () => {
  const site = await startSite({ "/": sends("directly") });
  const proxy = await startRawSite((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nproxy"));
  const before = { HTTP_PROXY: process.env.HTTP_PROXY, http_proxy: process.env.http_proxy };
  Object.assign(process.env, { HTTP_PROXY: proxy.url(), http_proxy: proxy.url() });
  try {
    const { fetcher } = fetcherWith({}, [site.host]);
    expect((await fetcher.fetch(site.url())).body.toString()).toBe("directly");
  } finally {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
});
