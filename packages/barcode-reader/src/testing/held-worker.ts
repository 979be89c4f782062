import { createInProcessWorker } from './in-process-worker.ts';

/** The real decoder, whose answers the test releases. */
export function createHeldWorker() {
  const real = createInProcessWorker();
  const answers: (() => void)[] = [];
  const worker = {
    ...real,
    addEventListener(type: 'message' | 'error' | 'messageerror', listener: (event: Event) => void) {
      real.addEventListener(type, (event) => {
        if (event instanceof MessageEvent && event.data.type === 'codes') answers.push(() => listener(event));
        else listener(event);
      });
    },
  };
  return { worker, answers };
}
