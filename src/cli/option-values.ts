import { InvalidArgumentError } from "commander";
import { InvalidInputError } from "#foundation/errors/index";

/** Parses an option's value as a whole number. @throws InvalidInputError naming the option */
export function wholeNumber(text: string, option: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidInputError(`${option} "${text}" is not a whole number`);
  return Number(text);
}

/**
 * Parses an option's value in US dollars. @throws InvalidArgumentError, which commander shows with the option's name
 */
export function usDollars(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError("It is not an amount of US dollars such as 0.5.");
  return Number(text);
}

/** Parses a budget in US dollars; null for `none`. @throws InvalidInputError */
export function budgetOf(text: string): number | null {
  if (text === "none") return null;
  if (!/^\d+(\.\d{1,6})?$/.test(text))
    throw new InvalidInputError(`--budget "${text}" is neither an amount of US dollars such as 20 nor "none"`);
  return Number(text);
}

/** Parses an option's value from 0 to 1. @throws InvalidArgumentError, which commander shows with the option's name */
export function share(text: string): number {
  const value = Number(text);
  if (!/^\d(\.\d+)?$/.test(text) || value > 1)
    throw new InvalidArgumentError("It is not a share from 0 to 1 such as 0.9.");
  return value;
}
