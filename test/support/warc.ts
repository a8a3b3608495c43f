import { gzipSync } from "node:zlib";

export const SENTENCE = "Northern Kiteworks GmbH said on Monday that it will build a second works for kites in Kiel. ";
export const BODY = `<p>${SENTENCE.repeat(4)}</p>`;

/** A page of a crawl. */
export interface Page {
  url: string;
  html: string | Buffer;
  type?: string;
  status?: string;
  contentType?: string;
  headers?: string;
}

/** A record as news crawls of Common Crawl have it: named fields, an empty line, the block, two empty lines. */
export function record(fields: Record<string, string>, block: Buffer): Buffer {
  const lines = Object.entries({ ...fields, "Content-Length": String(block.length) });
  const head = ["WARC/1.0", ...lines.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
  return Buffer.concat([Buffer.from(head), block, Buffer.from("\r\n\r\n")]);
}

export const DATE = "2026-11-20T06:07:08Z";

export function pageRecord({ url, html, type = "response", ...http }: Page): Buffer {
  const { status = "200 OK", contentType = "text/html; charset=utf-8", headers = "" } = http;
  const block = Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\nServer: nginx\r\nContent-Type: ${contentType}\r\n${headers}\r\n`),
    Buffer.from(html),
  ]);
  return record(
    {
      "WARC-Type": type,
      "WARC-Record-ID": `<urn:uuid:${url}>`,
      "WARC-Date": DATE,
      "WARC-Target-URI": url,
      "WARC-Payload-Digest": "sha1:AAAA",
      "Content-Type": `application/http; msgtype=${type}`,
    },
    block,
  );
}

/** A WARC file of pages, each record a member of gzip; the first record describes the file. */
export function warc(pages: readonly Page[], id = "1"): Buffer {
  const info = record(
    {
      "WARC-Type": "warcinfo",
      "WARC-Date": "2026-11-20T06:00:00Z",
      "WARC-Record-ID": `<urn:uuid:info-${id}>`,
      "WARC-Filename": `CC-NEWS-20261120060000-0000${id}.warc.gz`,
      "Content-Type": "application/warc-fields",
    },
    Buffer.from("isPartOf: CC-NEWS\r\nformat: WARC File Format 1.0\r\n"),
  );
  return Buffer.concat([info, ...pages.map(pageRecord)].map((each) => gzipSync(each)));
}

/** The markup of a page that presents itself as an article. */
export const article = (
  title: string,
  { head = "", body = BODY, language = "en", date = "2026-11-19T10:00:00+01:00" } = {},
) =>
  `<!doctype html><html lang="${language}"><head><title>${title} | The Press</title><meta property="og:type" content="article">
   <meta property="og:title" content="${title}"><meta property="og:site_name" content="The Press">
   <meta property="article:published_time" content="${date}">${head}</head>
   <body><nav>Home Sport Weather</nav><article><h1>${title}</h1>${body}<aside>Read more: ten best lamps</aside></article>
   <footer>All rights reserved</footer></body></html>`;
