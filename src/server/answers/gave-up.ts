/** The answer cannot be written this way, for the reason that the message says: the executor makes it. */
export class GaveUp extends Error {
  constructor(message: string) {
    super(message);
    this.name = "GaveUp";
  }
}
