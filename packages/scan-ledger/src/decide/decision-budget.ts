import type { ServerContact } from '../sender/server-contact.ts';

/** The server's part of the budget after a call without an answer. */
const BUDGET_WITHOUT_ANSWER_MS = 400;

/** What the budget depends on. */
export interface DecisionBudgetOptions {
  /** The configured budget, in milliseconds. */
  readonly budgetMs: number;
  /** Whether the browser reports no network, and no answer contradicts it. */
  readonly isOffline: boolean;
  readonly contact: ServerContact['kind'];
}

/** Returns how long to wait for the server's verdict, in milliseconds. It follows from the last call alone. */
export function decisionBudget({ budgetMs, isOffline, contact }: DecisionBudgetOptions): number {
  if (isOffline) return 0;
  return contact === 'unanswered' ? Math.min(budgetMs, BUDGET_WITHOUT_ANSWER_MS) : budgetMs;
}
