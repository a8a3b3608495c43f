import type { Caller } from "#accounts/auth/caller";

/** What a call is made for. */
export type Purpose = "job" | "dossier" | "question" | "events" | "directory";

/** Whose money it is, and what for. */
export interface Payer {
  /** Null: the platform pays. */
  teamId: number | null;
  purpose: Purpose;
  jobId: number | null;
  dossierTaskId: string | null;
  /** Answers are kept, under the job, the run of a dossier or for the platform, and the same request is answered from there. */
  remembers: boolean;
}

const nobody = { jobId: null, dossierTaskId: null };

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

/** Who pays for what a caller asks outside of any job: its team; the platform for its own keys. */
export const payerOf = ({ teamId }: Pick<Caller, "teamId">): Payer => ({
  ...nobody,
  teamId,
  purpose: "question",
  remembers: false,
});

/** Events belong to no team. What was read of an event is never paid for again. */
export const PLATFORM_EVENTS: Payer = { ...nobody, teamId: null, purpose: "events", remembers: true };

/** The vectors of events, a few texts a call: what a vector costs is less than the room to keep it. */
export const PLATFORM_EVENT_VECTORS: Payer = { ...PLATFORM_EVENTS, remembers: false };

/** The vectors of the directory, which are kept beside its index. */
export const PLATFORM_DIRECTORY: Payer = { ...nobody, teamId: null, purpose: "directory", remembers: false };
