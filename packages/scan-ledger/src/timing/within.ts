import type { Clock } from '../ports/clock.ts';

/**
 * Resolves like `promise`, unless it takes longer than `limitMs`.
 * @throws DOMException `TimeoutError`
 */
export function within<T>(promise: Promise<T>, limitMs: number, clock: Clock): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(limitMs, () => reject(new DOMException(`no result in ${limitMs} ms`, 'TimeoutError')));
  return Promise.race([promise, late]).finally(cancel);
}
