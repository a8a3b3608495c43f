import { InvalidInputError } from "#foundation/errors/index";

const MAX_NAME = 200;

/** A collection's name without spaces around it. @throws InvalidInputError when it is empty or too long */
export function collectionName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === "") throw new InvalidInputError("name is missing");
  if (trimmed.length > MAX_NAME) throw new InvalidInputError(`name has more than ${MAX_NAME} characters`);
  return trimmed;
}
