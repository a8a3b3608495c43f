import { AppError } from "../errors/index.ts";

/** A call to a paid provider would go beyond the job's cap or the team's budget. Whoever asked goes on with what there is. */
export class CostCapReachedError extends AppError {
  constructor(detail: string) {
    super("QUOTA_EXCEEDED", detail, "Cost cap reached");
  }
}
