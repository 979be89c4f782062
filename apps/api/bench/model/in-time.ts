/** For what another tab or lane still does, on a machine that is busy. */
const LIMIT_MS = 10_000;

/** Rejects if a promise takes too long. */
export function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too late')), LIMIT_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
