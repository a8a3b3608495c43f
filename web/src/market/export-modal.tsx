import { type FormEvent, useState } from "react";
import { type CombinedError, useClient } from "urql";
import { type ExportFormat, MarketDownloadDocument } from "../generated/graphql.ts";
import { Modal } from "../parts/modal.tsx";
import { ErrorNotice } from "../parts/notice.tsx";

const FORMATS = {
  XLSX: ["Excel workbook", "numbers and dates as such"],
  CSV: ["CSV", "for any spreadsheet or program"],
  NDJSON: ["NDJSON", "every criterion with its evidence, one company a line"],
  PARQUET: ["Parquet", "for data tools"],
} as const satisfies Record<ExportFormat, readonly [string, string]>;

/** Downloads the companies of a market as a file, by a signed address that ends after a quarter of an hour. */
export function ExportModal({ marketId, onClose }: { marketId: number; onClose: () => void }) {
  const client = useClient();
  const [format, setFormat] = useState<ExportFormat>("XLSX");
  const [error, setError] = useState<CombinedError>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await client
      .query(MarketDownloadDocument, { marketId, format }, { requestPolicy: "network-only" })
      .toPromise();
    const url = answer.data?.market?.download.url;
    setError(answer.error);
    if (url === undefined) return;
    // By the host that this page is from: the public address may be another one.
    const { pathname, search } = new URL(url);
    location.assign(pathname + search);
    onClose();
  };
  return (
    <Modal title="Export the companies" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <p>All companies of the market by rank, with verdicts, evidence, analyses, reviews and your columns.</p>
        <fieldset className="choices">
          <legend>Format</legend>
          {(Object.keys(FORMATS) as ExportFormat[]).map((one) => (
            <label key={one} className="choice">
              <input type="radio" name="format" checked={one === format} onChange={() => setFormat(one)} />
              <span>
                {FORMATS[one][0]} <span className="quiet">{FORMATS[one][1]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {error !== undefined && <ErrorNotice error={error} />}
        <footer className="modal-foot">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-main">
            Download
          </button>
        </footer>
      </form>
    </Modal>
  );
}
