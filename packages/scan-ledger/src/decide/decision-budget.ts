/** The server's part of the budget after a failed call. */
const BUDGET_AFTER_FAILURE_MS = 400;

/** What the budget depends on. */
export interface DecisionBudgetOptions {
  /** The configured budget, in milliseconds. */
  readonly budgetMs: number;
  readonly isOnline: boolean;
  /** Whether the last call failed and another one is scheduled. */
  readonly isRetrying: boolean;
}

/** Returns how long to wait for the server's verdict, in milliseconds: 0 while the browser reports no network. */
export function decisionBudget({ budgetMs, isOnline, isRetrying }: DecisionBudgetOptions): number {
  if (!isOnline) return 0;
  return isRetrying ? Math.min(budgetMs, BUDGET_AFTER_FAILURE_MS) : budgetMs;
}
