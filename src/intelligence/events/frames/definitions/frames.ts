import { FRAME_TYPES, type FrameDefinition } from "../frame-types.ts";
import { BUSINESS } from "./business.ts";
import { DEALS } from "./deals.ts";
import { INCIDENTS } from "./incidents.ts";

const ALL = [...DEALS, ...BUSINESS, ...INCIDENTS];

/** All frames, in the order of their types. */
export const FRAMES: readonly FrameDefinition[] = FRAME_TYPES.flatMap((type) => ALL.filter((one) => one.type === type));
