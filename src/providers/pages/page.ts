import { EMPTY_PAGE, type PageData } from "./page-data.ts";

/** A web page as last read. */
export interface Page {
  url: string;
  /** Address after redirects. */
  finalUrl: string;
  /** HTTP status of the last answer, 200 for one that was "not modified"; null where none came. */
  status: number | null;
  title: string;
  /** "" when the page has never been read, or is gone. */
  text: string;
  data: PageData;
  contentHash: string;
  /** Why the last attempt failed, as a sentence; the text is then that of an earlier one, if any. */
  error: string | null;
  fetchedAt: Date;
  changedAt: Date;
}

/** A row of `pages`. */
export interface StoredPage extends Page {
  etag: string;
  lastModified: string;
  contentType: string;
  /** Version of the reader. */
  readBy: number;
  /** The site is not requested again before this time. */
  expiresAt: Date;
}

/** Makes a page that has never been read. */
export function emptyPage(url: string, now: Date): StoredPage {
  return {
    url,
    finalUrl: url,
    status: null,
    etag: "",
    lastModified: "",
    contentType: "",
    title: "",
    text: "",
    data: EMPTY_PAGE,
    contentHash: "",
    readBy: 0,
    error: null,
    fetchedAt: now,
    changedAt: now,
    expiresAt: now,
  };
}
