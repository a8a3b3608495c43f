import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/layout.css";
import "./styles/market.css";
import "./styles/charts.css";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { applyTheme, storedTheme } from "./graph/theme.ts";
import { FailureBoundary } from "./parts/failure-boundary.tsx";
import { Loading } from "./parts/notice.tsx";

const isEmbedded = location.pathname.startsWith("/embed/");
const Explorer = lazy(() => import("./explorer.tsx"));
const Embedded = lazy(() => import("./embed/embedded-market.tsx"));

applyTheme(storedTheme());
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no root");
createRoot(root).render(
  <StrictMode>
    <FailureBoundary>
      <Suspense fallback={<Loading />}>{isEmbedded ? <Embedded /> : <Explorer />}</Suspense>
    </FailureBoundary>
  </StrictMode>,
);
