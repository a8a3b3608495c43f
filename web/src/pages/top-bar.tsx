import { useState } from "react";
import { Link, useRoute } from "wouter";
import { useSession } from "../graph/session-context.ts";
import { chooseTheme, storedTheme } from "../graph/theme.ts";
import { Brand } from "../parts/brand.tsx";
import { Icon } from "../parts/icon.tsx";

function isDarkNow(): boolean {
  const theme = storedTheme();
  return theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** The bar over every page: home, a new question, the theme, and sign-out. */
export function TopBar() {
  const { viewer, may, signOut } = useSession();
  const [isDark, setDark] = useState(isDarkNow);
  const [isHome] = useRoute("/");
  const [isAsking] = useRoute("/ask");
  const [isDossier] = useRoute("/dossiers/*?");
  const [isMonitor] = useRoute("/monitors/*?");
  const [isWebhook] = useRoute("/webhooks/*?");
  const [isKey] = useRoute("/key");
  const turn = () => {
    chooseTheme(isDark ? "light" : "dark");
    setDark(!isDark);
  };
  return (
    <header className="top-bar">
      <div className="top-bar-inner">
        <Link href="/" className="top-bar-brand" aria-label="Market Intelligence, home">
          <Brand />
        </Link>
        <nav aria-label="Main">
          <Link href="/" aria-current={isHome ? "page" : undefined}>
            Markets
          </Link>
          {may("discovery:write") && (
            <Link href="/ask" aria-current={isAsking ? "page" : undefined}>
              Ask
            </Link>
          )}
          {may("markets:read", "impact:read") && (
            <Link href="/monitors" aria-current={isMonitor ? "page" : undefined}>
              Monitors
            </Link>
          )}
          {may("collections:read") && (
            <Link href="/dossiers" aria-current={isDossier ? "page" : undefined}>
              Dossiers
            </Link>
          )}
          <Link href="/webhooks" aria-current={isWebhook ? "page" : undefined}>
            Webhooks
          </Link>
        </nav>
        <div className="top-bar-end">
          <span className="top-bar-team">
            {viewer.team?.name ?? (viewer.isPlatform ? "Platform" : viewer.keyPrefix)}
          </span>
          <Link
            href="/key"
            className="button button-icon"
            aria-label="Your key"
            aria-current={isKey ? "page" : undefined}
          >
            <Icon name="key" />
          </Link>
          <button
            type="button"
            className="button button-icon"
            aria-label={isDark ? "Use the light theme" : "Use the dark theme"}
            onClick={turn}
          >
            <Icon name={isDark ? "sun" : "moon"} />
          </button>
          <button type="button" className="button button-icon" aria-label="Sign out" onClick={signOut}>
            <Icon name="out" />
          </button>
        </div>
      </div>
    </header>
  );
}
