import { InvalidInputError } from "#foundation/errors/index";

/** An option's value as a whole number. @throws InvalidInputError naming the option */
export function wholeNumber(text: string, option: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidInputError(`${option} "${text}" is not a whole number`);
  return Number(text);
}
