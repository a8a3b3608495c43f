import type { Session } from "../../graph/session-context.ts";

/** What a caller may monitor. */
export interface MayMonitor {
  markets: boolean;
  events: boolean;
}

export const mayMonitor = ({ may, viewer }: Session): MayMonitor => ({
  markets: may("discovery:write"),
  events: may("impact:read") && viewer.subscriptions.includes("events-monitor"),
});
