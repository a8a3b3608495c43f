/** This way cannot answer, for the reason in the message; the executor does it instead. */
export class GaveUp extends Error {
  constructor(message: string) {
    super(message);
    this.name = "GaveUp";
  }
}
