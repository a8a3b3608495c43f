import { useMutation } from "urql";
import { ReviewCompanyDocument, type ReviewDecision, WithdrawReviewDocument } from "../generated/graphql.ts";
import { problemOf } from "../graph/problems.ts";
import { useSession } from "../graph/session-context.ts";
import { Icon } from "../parts/icon.tsx";

interface ReviewButtonsProps {
  marketId: number;
  name: string;
  domain: string;
  decision: ReviewDecision | null;
  onReviewed: () => void;
}

/** Tick and cross; clicking the set one withdraws the review. */
export function ReviewButtons({ marketId, name, domain, decision, onReviewed }: ReviewButtonsProps) {
  const { may } = useSession();
  const [reviewing, review] = useMutation(ReviewCompanyDocument);
  const [withdrawing, withdraw] = useMutation(WithdrawReviewDocument);
  if (!may("discovery:write")) return null;
  const press = async (pressed: ReviewDecision) => {
    const { error } =
      decision === pressed
        ? await withdraw({ marketId, domain })
        : await review({ marketId, domain, decision: pressed, reason: null });
    if (error === undefined) onReviewed();
  };
  const error = reviewing.error ?? withdrawing.error;
  const isBusy = reviewing.fetching || withdrawing.fetching;
  return (
    <span className="review-buttons">
      <button
        type="button"
        className="button button-icon tick"
        aria-pressed={decision === "ACCEPTED"}
        aria-label={`${name} belongs to the market`}
        disabled={isBusy}
        onClick={() => void press("ACCEPTED")}
      >
        <Icon name="check" />
      </button>
      <button
        type="button"
        className="button button-icon cross"
        aria-pressed={decision === "REJECTED"}
        aria-label={`${name} does not belong`}
        disabled={isBusy}
        onClick={() => void press("REJECTED")}
      >
        <Icon name="close" />
      </button>
      {error !== undefined && (
        <span role="alert" className="field-error">
          {problemOf(error).title}
        </span>
      )}
    </span>
  );
}
