export { abortWithPage } from './abort-with-page.ts';
export { type Clock, type SteadyClock, systemClock } from './clock.ts';
export { callApart, createListeners, type Listeners } from './create-listeners.ts';
export { createWallClockTimer, type WallClockTimer } from './create-wall-clock-timer.ts';
export { nextTask } from './next-task.ts';
export { type LockOutcome, type LockRequest, type Locks, requestLock } from './request-lock.ts';
export { untilAborted } from './until-aborted.ts';
export { whenPainted } from './when-painted.ts';
export { type TimeLimit, withinTime } from './within-time.ts';
