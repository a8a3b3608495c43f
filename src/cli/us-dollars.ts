import { InvalidArgumentError } from "commander";

/** The value of an option in US dollars. @throws InvalidArgumentError, which commander shows with the option's name */
export function usDollars(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError("It is no amount of US dollars, such as 0.5.");
  return Number(text);
}
