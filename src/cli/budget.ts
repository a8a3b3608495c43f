import { InvalidInputError } from "#foundation/errors/index";

/** A budget as the command line takes it: US dollars, or null for `none`. @throws InvalidInputError */
export function budgetOf(text: string): number | null {
  if (text === "none") return null;
  if (!/^\d+(\.\d{1,6})?$/.test(text))
    throw new InvalidInputError(`--budget "${text}" is neither an amount of US dollars such as 20 nor "none"`);
  return Number(text);
}
