import { useState } from "react";
import { useMutation } from "urql";
import { ReviewCompanyDocument, type ReviewDecision, WithdrawReviewDocument } from "../generated/graphql.ts";
import { useSession } from "../graph/session-context.ts";
import { Icon } from "../parts/icon.tsx";
import { ErrorNotice } from "../parts/notice.tsx";
import { moment } from "../parts/words.ts";

interface ReviewFormProps {
  marketId: number;
  domain: string;
  review: { decision: ReviewDecision; reason?: string | null; reviewedAt: string } | null;
  onReviewed: () => void;
}

/** A decision about a company, with a comment. */
export function ReviewForm({ marketId, domain, review, onReviewed }: ReviewFormProps) {
  const { may } = useSession();
  const [comment, setComment] = useState(review?.reason ?? "");
  const [saving, save] = useMutation(ReviewCompanyDocument);
  const [withdrawing, withdraw] = useMutation(WithdrawReviewDocument);
  if (!may("discovery:write")) return null;
  const isBusy = saving.fetching || withdrawing.fetching;
  const error = saving.error ?? withdrawing.error;
  const decide = async (decision: ReviewDecision) => {
    const result = await save({ marketId, domain, decision, reason: comment.trim() || null });
    if (result.error === undefined) onReviewed();
  };
  const takeBack = async () => {
    const result = await withdraw({ marketId, domain });
    if (result.error !== undefined) return;
    setComment("");
    onReviewed();
  };
  return (
    <section className="sheet-part review-form">
      <h3>Your review</h3>
      {review !== null && (
        <p>
          {review.decision === "ACCEPTED" ? "Accepted" : "Rejected"} on {moment(review.reviewedAt)}.
        </p>
      )}
      <div className="field">
        <label htmlFor="comment">Comment</label>
        <textarea
          id="comment"
          rows={2}
          maxLength={1000}
          value={comment}
          placeholder="Why it belongs, or why not"
          onChange={(event) => setComment(event.target.value)}
        />
      </div>
      <div className="button-row">
        <button type="button" className="button" disabled={isBusy} onClick={() => void decide("ACCEPTED")}>
          <Icon name="check" />
          Belongs
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={() => void decide("REJECTED")}>
          <Icon name="close" />
          Does not belong
        </button>
        {review !== null && (
          <button type="button" className="button button-plain" disabled={isBusy} onClick={() => void takeBack()}>
            Take it back
          </button>
        )}
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
    </section>
  );
}
