import { useQuery } from "urql";
import { ReviewsDocument } from "../generated/graphql.ts";
import { VerdictBadge } from "../parts/badge.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty, ErrorNotice, Loading } from "../parts/notice.tsx";
import { count, moment, percent } from "../parts/words.ts";
import { ReviewButtons } from "./review-buttons.tsx";

/** Shows people's decisions, and the companies whose review would help most. */
export default function ReviewsView({ marketId, onChange }: { marketId: number; onChange: () => void }) {
  const [{ data, error }] = useQuery({
    query: ReviewsDocument,
    variables: { marketId, after: null },
    requestPolicy: "cache-and-network",
  });
  if (error !== undefined) return <ErrorNotice error={error} />;
  const market = data?.market;
  if (market == null) return <Loading rows={6} label="Loading reviews" />;
  const { reviews, reviewSuggestions } = market;
  return (
    <>
      {reviewSuggestions.length > 0 && (
        <section className="panel" aria-labelledby="suggestions-title">
          <h2 id="suggestions-title">Reviews that would help most</h2>
          <p className="quiet">
            These companies are uncertain, similar to many uncertain ones, and different from each other. Each review
            ranks the others again.
          </p>
          <ul className="review-list">
            {reviewSuggestions.map(({ domain, reason, chance, company }) => (
              <li key={domain}>
                <div>
                  <strong>{company.name}</strong> <span className="quiet">{domain}</span>
                  <p>{reason}</p>
                </div>
                <span className="quiet">{percent(chance)} likely to belong</span>
                <ReviewButtons
                  marketId={marketId}
                  name={company.name}
                  domain={domain}
                  decision={null}
                  onReviewed={onChange}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="panel" aria-labelledby="reviews-title">
        <h2 id="reviews-title">
          Reviews {reviews.totalCount > 0 && <span className="quiet">{count(reviews.totalCount)}</span>}
        </h2>
        {reviews.edges.length === 0 ? (
          <Empty title="Nobody has reviewed a company yet">
            <p>
              Accept or reject companies in the table, or above. Accepted companies come first, rejected ones are left
              out.
            </p>
          </Empty>
        ) : (
          <ul className="review-list">
            {reviews.edges.map(({ node: { decision, reason, reviewedAt, company, candidate } }) => (
              <li key={company.id}>
                <div>
                  <strong>{company.name}</strong> <span className="quiet">{company.domain}</span>
                  {reason != null && <p>“{reason}”</p>}
                  <p className="quiet">
                    <span className={decision === "ACCEPTED" ? "tick-text" : "cross-text"}>
                      <Icon name={decision === "ACCEPTED" ? "check" : "close"} />
                      {decision === "ACCEPTED" ? "Belongs" : "Does not belong"}
                    </span>{" "}
                    · {moment(reviewedAt)}
                  </p>
                </div>
                {candidate != null && <VerdictBadge verdict={candidate.verdict} />}
                <ReviewButtons
                  marketId={marketId}
                  name={company.name}
                  domain={company.domain}
                  decision={decision}
                  onReviewed={onChange}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
