export { createManualClock, type ManualClock } from './create-manual-clock.ts';
export { expectEqual } from './expect-equal.ts';
export { takeUnhandledRejections } from './take-unhandled-rejections.ts';
