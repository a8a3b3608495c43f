/** This way cannot answer, for the reason in the message; the executor does it instead. */
export class GaveUp extends Error {
  constructor(message: string) {
    super(message);
    this.name = "GaveUp";
  }
}

/** The caller has no permission for something that is selected. Other callers may have it. */
export class Refused extends GaveUp {
  constructor(what: string) {
    super(`${what}: refused`);
    this.name = "Refused";
  }
}
