import { useState } from "react";
import { useMutation } from "urql";
import { PublishDocument } from "../generated/graphql.ts";
import { type Choices, ChoicesField } from "../pages/choices-field.tsx";
import { Modal } from "../parts/modal.tsx";
import { ErrorNotice } from "../parts/notice.tsx";
import { many } from "../parts/words.ts";
import type { MarketData } from "./market-data.ts";

interface PublishModalProps {
  market: MarketData;
  onClose: () => void;
  onPublished: () => void;
}

/** Publishes a market with the chosen pipeline flags. */
export function PublishModal({ market, onClose, onPublished }: PublishModalProps) {
  const [choices, setChoices] = useState<Choices>({});
  const [tellsByMail, setTellsByMail] = useState(false);
  const [{ fetching, error }, publish] = useMutation(PublishDocument);
  const submit = async () => {
    const pipelineChoices = { ...choices, ...(tellsByMail ? { runSendPublishEmail: true } : {}) };
    const { data } = await publish({ marketId: market.marketId, pipelineChoices });
    if (data != null) onPublished();
  };
  return (
    <Modal title={`Publish “${market.name}”`} onClose={onClose}>
      <p>
        {many(market.companies.totalCount, "company", "companies")} will be published as they are now. Rejected
        companies are left out.
      </p>
      <ChoicesField legend="Update first" choices={choices} onChange={setChoices} />
      <label className="choice">
        <input type="checkbox" checked={tellsByMail} onChange={(event) => setTellsByMail(event.target.checked)} />
        <span>Send the team an e-mail</span>
      </label>
      {error !== undefined && <ErrorNotice error={error} />}
      <footer className="modal-foot">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="button button-main" disabled={fetching} onClick={() => void submit()}>
          {fetching ? "Publishing…" : "Publish now"}
        </button>
      </footer>
    </Modal>
  );
}
