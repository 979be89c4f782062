export { clerkDecisionOf, decideByClerk, isForClerk } from './clerk-decision.ts';
export type { Conflict } from './conflict.ts';
export {
  type Decision,
  decideScan,
  decideVerdict,
  type Presentation,
  SELF_REPEAT_WINDOW_MS,
} from './decide-verdict.ts';
export { shownVerdict } from './device-decision.ts';
export { applyEffect, MAX_RECENT_EFFECTS, type ScanEffect, scanEffect, withdrawEffect } from './effects.ts';
export { type ClaimedTime, happenedAt } from './happened-at.ts';
export { judgeLateVerdict, type LateJudgement, type RecordedScan } from './judge-late-verdict.ts';
export { type Judgement, judgeScan, type ReceivedScan } from './judge-scan.ts';
export { judgeUndo, type UndoableScan, type UndoJudgement } from './judge-undo.ts';
export { effectOfVerdict, letsThrough } from './lets-through.ts';
export { EFFECT_KINDS, type EffectKind, type TicketState } from './ticket-state.ts';
export { toVerdict } from './to-verdict.ts';
export { viewTicket } from './view-ticket.ts';
