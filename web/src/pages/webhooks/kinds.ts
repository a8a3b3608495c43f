import type { NoticeKind } from "../../generated/graphql.ts";
import { spoken } from "../../parts/words.ts";

export const KINDS = {
  COMPANY_ENTERED: "A company entered a monitored market",
  COMPANY_LEFT: "A company left a monitored market",
  EVENT_ENTERED: "An event entered a monitor",
  EVENT_LEFT: "An event left a monitor",
  DISCOVERY_COMPLETED: "A discovery was completed",
  DISCOVERY_FAILED: "A discovery failed",
  DISCOVERY_CANCELLED: "A discovery was cancelled",
  PUBLISH_COMPLETED: "A market was published",
  PUBLISH_FAILED: "A publish failed",
  PUBLISH_CANCELLED: "A publish was cancelled",
  WEBHOOK_DISABLED: "A webhook was disabled",
} as const satisfies Record<NoticeKind, string>;

export const KIND_NAMES = Object.keys(KINDS) as NoticeKind[];

/** Returns the words for the type of a message: `company.entered`, `ping`. */
export function messageWords(type: string): string {
  if (type === "ping") return "Test message";
  const name = type.toUpperCase().replace(".", "_");
  return KIND_NAMES.includes(name as NoticeKind) ? KINDS[name as NoticeKind] : spoken(type.replace(".", " "));
}
