export {
  type ConfirmationBus,
  type ConfirmationRequest,
  type ConfirmationState,
  createConfirmationBus,
} from './confirmation-bus.ts';
export { suppressDoubleTap } from './suppress-double-tap.ts';
export { createToastBus, type Toast, type ToastBus, type ToastKind, type ToastRequest } from './toast-bus.ts';
