import { useState } from "react";
import { Link } from "wouter";
import { isPhone } from "../parts/is-phone.ts";
import { many } from "../parts/words.ts";
import type { MarketData } from "./market-data.ts";

/** Says that reviews changed the order and the scores, and which reviews these are; nothing where there are none. */
export function ReviewNote({ market: { marketId, reviews } }: { market: MarketData }) {
  const { totalCount, edges } = reviews;
  const [isOpen] = useState(() => !isPhone());
  if (totalCount === 0) return null;
  const further = totalCount - edges.length;
  return (
    <section className="review-note" aria-label="Order">
      <details open={isOpen}>
        <summary>Order and scores follow {many(totalCount, "review", "reviews")}</summary>
        <p>
          {edges.map(({ node: { company, decision } }, at) => (
            <span key={company.id}>
              {at > 0 && ", "}
              <strong>{company.name}</strong> {decision === "ACCEPTED" ? "belongs" : "does not belong"}
            </span>
          ))}
          {further > 0 && `, and ${many(further, "other", "others")}`}. Accepted companies come first, rejected ones are
          left out, and the others are ranked again by how similar they are to these.{" "}
          <Link href={`/markets/${marketId}/reviews`}>See the reviews</Link>
        </p>
      </details>
    </section>
  );
}
