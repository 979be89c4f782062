export {
  type Decision,
  decideVerdict,
  type Presentation,
  SELF_REPEAT_WINDOW_MS,
  type TicketState,
} from './decide-verdict.ts';
