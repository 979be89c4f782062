/** What a clerk decided where neither server nor device had: the visitor is inside, or is not. */
export const CLERK_DECISIONS = ['let_in', 'turned_away'] as const;
/** One of the decisions of a clerk. */
export type ClerkDecision = (typeof CLERK_DECISIONS)[number];
