import { createHash } from "node:crypto";

/** GDELT publishes a file every quarter of an hour. */
const INTERVAL_MINUTES = 15;
/** `150383 297a16b493de7cf6ca809a7cc31d0b93 http://data.gdeltproject.org/gdeltv2/20150218230000.gkg.csv.zip` */
const LISTED = /^\d+ ([0-9a-f]{32}) (https?:\/\/\S+\/)(\d{14})((?:\.translation)?\.gkg\.csv\.zip)$/;
const OTHER_LINE = /^\d+ [0-9a-f]{32} https?:\/\/\S+$/;
/** Maximum bytes of a list, which names the three files of one interval. */
const MAX_LIST_BYTES = 10_000;

/** The newest file of GDELT's knowledge graph, from its list of the last update. */
export interface GdeltList {
  /** The end of its interval, `YYYYMMDDHHMMSS` in UTC. */
  newest: string;
  /** MD5 digest of the newest file, in hexadecimal. */
  md5: string;
  /** Returns the address of an interval's file. */
  addressOf(interval: string): string;
}

/**
 * Reads a list of the last update (`lastupdate.txt`, `lastupdate-translation.txt`). Returns null for any other text.
 */
export function gdeltList(body: Buffer): GdeltList | null {
  if (body.length > MAX_LIST_BYTES) return null;
  const lines = body.toString("utf8").trim().split(/\r?\n/);
  if (!lines.every((line) => OTHER_LINE.test(line))) return null;
  const match = lines.map((line) => LISTED.exec(line)).find((found) => found !== null);
  if (match == null) return null;
  const [, md5 = "", folder = "", newest = "", ending = ""] = match;
  return { newest, md5, addressOf: (interval) => `${folder}${interval}${ending}` };
}

/** Returns whether a file has the list's MD5 digest. */
export function isIntact(body: Buffer, md5: string): boolean {
  return createHash("md5").update(body).digest("hex") === md5;
}

/**
 * Returns the intervals after the last one that was read, oldest first, including the newest. If none was read, returns
 * only the newest.
 * @param most maximum number of intervals; the newest are taken
 * @returns the intervals, and the number of older ones that were skipped
 */
export function intervalsSince(
  last: string | null,
  newest: string,
  most: number,
): { intervals: string[]; passedOver: number } {
  if (last === null) return { intervals: [newest], passedOver: 0 };
  const step = INTERVAL_MINUTES * 60_000;
  const count = Math.max(0, Math.floor((timeOf(newest) - timeOf(last)) / step));
  const taken = Math.min(count, most);
  return {
    intervals: Array.from({ length: taken }, (_, i) => stampOf(timeOf(newest) - (taken - 1 - i) * step)),
    passedOver: count - taken,
  };
}

const timeOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z"));
const stampOf = (time: number): string => new Date(time).toISOString().replace(/[-:T]|\.\d+Z$/g, "");
