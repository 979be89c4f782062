export {
  type Decision,
  decideVerdict,
  type Presentation,
  SELF_REPEAT_WINDOW_MS,
  type TicketState,
  viewTicket,
} from './decide-verdict.ts';
export {
  applyEffect,
  EFFECT_KINDS,
  type EffectKind,
  MAX_RECENT_EFFECTS,
  type ScanEffect,
  withdrawEffect,
} from './effects.ts';
