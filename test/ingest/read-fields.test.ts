import { expect, test } from "vitest";
import { plainText } from "#foundation/language/plain-text";
import { readArticleUrl } from "#intelligence/ingest/article-url";
import { readDate } from "#intelligence/ingest/read-date";

const NOW = new Date("2026-06-15T12:00:00Z");

test.each([
  ["2014", "2014-01-01T00:00:00.000Z", 1],
  ["2014-03", "2014-03-01T00:00:00.000Z", 2],
  ["March 2014", "2014-03-01T00:00:00.000Z", 2],
  ["Q3 2014", "2014-07-01T00:00:00.000Z", 2],
  ["2014-Q4", "2014-10-01T00:00:00.000Z", 2],
  ["2014-03-11", "2014-03-11T00:00:00.000Z", 3],
  ["2014/3/1", "2014-03-01T00:00:00.000Z", 3],
  ["20140311", "2014-03-11T00:00:00.000Z", 3],
  ["11 March 2014", "2014-03-11T00:00:00.000Z", 3],
  ["March 11th, 2014", "2014-03-11T00:00:00.000Z", 3],
  ["11.03.2014", "2014-03-11T00:00:00.000Z", 3],
  ["13/03/2014", "2014-03-13T00:00:00.000Z", 3],
  ["03/13/2014", "2014-03-13T00:00:00.000Z", 3],
  ["2014-03-11T10:20:30Z", "2014-03-11T10:20:30.000Z", 4],
  ["2014-03-11T10:20:30.123+01:00", "2014-03-11T09:20:30.000Z", 4],
  ["2014-03-11 10:20", "2014-03-11T10:20:00.000Z", 4],
  ["20140311T102030Z", "2014-03-11T10:20:30.000Z", 4],
  ["Tue, 11 Mar 2014 10:20:30 -0500", "2014-03-11T15:20:30.000Z", 4],
  ["Tue, 11 Mar 2014 10:20:30 EDT", "2014-03-11T14:20:30.000Z", 4],
  ["11 Mar 14 10:20 GMT", "2014-03-11T10:20:00.000Z", 4],
  ["March 11, 2014 at 10:20 pm", "2014-03-11T22:20:00.000Z", 4],
  ["Wed Feb 29 2012", "2012-02-29T00:00:00.000Z", 3],
  ["29 February 2011", null, 0],
  ["1394533230", "2014-03-11T10:20:30.000Z", 4],
  ["1394533230000", "2014-03-11T10:20:30.000Z", 4],
  ["2026-06-16T11:59:00Z", "2026-06-16T11:59:00.000Z", 4],
  ["2026-06-17", null, 0],
  ["2099", null, 0],
  ["1969", null, 0],
  ["2014-02-30", null, 0],
  ["2014-13-01", null, 0],
  ["2014-03-11T25:00:00Z", null, 0],
  ["2014-03-11T10:20:30+99:00", null, 0],
  ["31 April 2014", null, 0],
  ["03/04/2014", null, 0],
  ["yesterday", null, 0],
  ["11 Mrz 2014", null, 0],
  ["2 apples 2014", null, 0],
  ["0", null, 0],
  ["", null, 0],
  ["2014-03-11".repeat(1_000), null, 0],
])("a date is read: %j as %s", (text, at, precision) => {
  const reading = readDate(text, NOW);
  if (reading.problem === undefined) expect([reading.at.toISOString(), reading.precision]).toEqual([at, precision]);
  else expect(at).toBeNull();
});

test.each([
  ["HTTP://Example.COM:80/a?utm_source=x&b=2&fbclid=y&a=1#part", "http://example.com/a?b=2&a=1"],
  ["https://user:secret@example.com./a", "https://example.com/a"],
  ["https://example.com/a?q=%7Bx%7D&utm_medium=rss", "https://example.com/a?q=%7Bx%7D"],
  ["https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4"],
  ["example.com/a", null],
  ["javascript:alert(1)", null],
  ["https://", null],
  [`https://example.com/${"a".repeat(3_000)}`, null],
])("an address is written in one way: %s as %s", (text, url) => {
  expect(readArticleUrl(text).url ?? null).toBe(url);
});

test.each([
  ["AT&T: 5 > 3, x < y, I <3 it", "AT&T: 5 > 3, x < y, I <3 it"],
  ["&lt;p&gt;Tea &amp;amp; cake&lt;/p&gt;", "Tea & cake"],
  ["<p>One</p><p>Two<br>three</p><style>p{}</style><script>x()</script>", "One Two three"],
  ["<table><tr><td>a</td><td>b</td></tr></table>", "a b"],
  ["so\u00adft \u202eedoc\u202c\u00a0 e\u0301", "soft edoc é"],
])("markup becomes plain text: %j", (html, text) => {
  expect(plainText(html)).toBe(text);
});

test("markup that is nested without end is read in no time", () => {
  const began = performance.now();
  for (const evil of ["<div>", "<a ", "<!--", "<script", "&lt;"]) plainText(evil.repeat(200_000));
  expect(performance.now() - began).toBeLessThan(20_000);
});
