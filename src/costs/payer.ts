import type { Caller } from "#accounts/auth/caller";

/** The purposes of calls. */
export type Purpose = "job" | "dossier" | "question" | "events" | "directory";

/** Who pays, and for what. */
export interface Payer {
  /** Null where the platform pays. */
  teamId: number | null;
  purpose: Purpose;
  jobId: number | null;
  dossierTaskId: string | null;
  /** The column of a market whose cells are answered. */
  columnId: number | null;
  /** The most that all answers of the column may cost, in micro-dollars; null: no column. */
  columnCap: number | null;
  /**
   * Whether answers are recorded (under the job, the dossier's run, the column or the platform) and reused for the same
   * request.
   */
  remembers: boolean;
}

const nobody = { jobId: null, dossierTaskId: null, columnId: null, columnCap: null };

export const payerOfJob = (teamId: number, jobId: number): Payer => ({
  ...nobody,
  teamId,
  purpose: "job",
  jobId,
  remembers: true,
});

export const payerOfDossier = (teamId: number, dossierTaskId: string): Payer => ({
  ...nobody,
  teamId,
  purpose: "dossier",
  dossierTaskId,
  remembers: true,
});

export const payerOfColumn = (teamId: number, columnId: number, columnCap: number): Payer => ({
  ...nobody,
  teamId,
  purpose: "question",
  columnId,
  columnCap,
  remembers: true,
});

/** Returns who pays for a caller's requests outside any job: its team, or the platform for platform keys. */
export const payerOf = ({ teamId }: Pick<Caller, "teamId">): Payer => ({
  ...nobody,
  teamId,
  purpose: "question",
  remembers: false,
});

/** Events belong to no team. A reading of an event is paid for only once. */
export const PLATFORM_EVENTS: Payer = { ...nobody, teamId: null, purpose: "events", remembers: true };

/**
 * Pays for vectors of events, a few texts per call. They are not recorded: a vector costs less than the space to store
 * it.
 */
export const PLATFORM_EVENT_VECTORS: Payer = { ...PLATFORM_EVENTS, remembers: false };

/** Pays for vectors of the directory. They are not recorded, because they are stored beside its index. */
export const PLATFORM_DIRECTORY: Payer = { ...nobody, teamId: null, purpose: "directory", remembers: false };
