import type { Database } from "#foundation/db/database";
import { InvalidInputError } from "#foundation/errors/index";
import { toMicroUsd } from "#foundation/micro-usd";

/** Upper bound in US dollars: a larger amount counts as a typing error. */
const MOST_USD = 1_000_000;

/** Returns the platform's budget for its own calls in a calendar month, in micro-dollars; null means no limit. */
export async function platformBudget({ prisma }: Pick<Database, "prisma">): Promise<number | null> {
  const { monthlyBudget } = await prisma.platform.findFirstOrThrow({ select: { monthlyBudget: true } });
  return monthlyBudget === null ? null : Number(monthlyBudget);
}

/** Sets the budget in US dollars, from the next call on; null means no limit. @throws InvalidInputError */
export async function changePlatformBudget({ prisma }: Pick<Database, "prisma">, usd: number | null): Promise<void> {
  if (usd !== null && !(usd >= 0 && usd <= MOST_USD))
    throw new InvalidInputError("the platform's budget must be 0 to 1,000,000 US dollars");
  await prisma.platform.updateMany({ data: { monthlyBudget: usd === null ? null : BigInt(toMicroUsd(usd)) } });
}
