import { useMemo, useState } from "react";
import { Provider } from "urql";
import { Router } from "wouter";
import { createGraphClient } from "../graph/client.ts";
import { takeFrameToken } from "../graph/session.ts";
import { Empty } from "../parts/notice.tsx";
import { MarketFrame } from "./market-frame.tsx";

/**
 * Taken once for each load of the page. React may render a component again before it is shown, and the address no
 * longer has the token then.
 */
const credentials = takeFrameToken();

/** A market in another site's page, opened only by the frame token of its address. */
export default function EmbeddedMarket() {
  const [wasRefused, setRefused] = useState(false);
  const client = useMemo(
    () => (credentials === null ? null : createGraphClient(credentials, () => setRefused(true))),
    [],
  );
  const marketId = Number(/^\/embed\/markets\/(\d+)$/.exec(location.pathname)?.[1]);
  return (
    <main className="page embedded">
      {client === null && (
        <Empty title="This page was opened without its session">
          <p>The surrounding page must request a new one and reload this frame.</p>
        </Empty>
      )}
      {client !== null && wasRefused && (
        <Empty title="The session has ended">
          <p>Reload the surrounding page.</p>
        </Empty>
      )}
      {client !== null && !wasRefused && (
        <Provider value={client}>
          <Router base={location.pathname}>
            <MarketFrame marketId={marketId} />
          </Router>
        </Provider>
      )}
    </main>
  );
}
