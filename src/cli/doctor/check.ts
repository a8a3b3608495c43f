/**
 * `ok`: as it should be. `note`: works, but worth knowing. `missing`: the product cannot run until something is done.
 */
export type Status = "ok" | "note" | "missing";

/** A finding about one requirement of the product. */
export interface Finding {
  name: string;
  status: Status;
  /** The state found. */
  found: string;
  /** What to do; present where `status` is not `ok`. */
  cure?: string;
}

/** Inspects something without changing it; may return several findings. */
export type Check = () => Promise<Finding[]>;

/** Time limit of a check: no check may delay the others, and one that hangs is itself a finding. */
const CHECK_MS = 15_000;

/**
 * Runs all checks at once and returns the findings in the order of the checks. Reports a check that throws or hangs as
 * a finding.
 */
export async function runChecks(checks: [name: string, check: Check][]): Promise<Finding[]> {
  const findings = await Promise.all(
    checks.map(async ([name, check]): Promise<Finding[]> => {
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<Finding[]>((resolve) => {
        timer = setTimeout(
          () =>
            resolve([{ name, status: "missing", found: `no response in ${CHECK_MS / 1000} s`, cure: "read its log" }]),
          CHECK_MS,
        );
      });
      try {
        return await Promise.race([check(), tooLong]);
      } catch (error) {
        const found = error instanceof Error ? error.message : String(error);
        return [{ name, status: "missing", found, cure: "fix the problem that the message describes" }];
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  return findings.flat();
}
