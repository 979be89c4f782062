import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string | undefined>();

/** Does work as part of a request: its log lines, audit lines and transactions carry the request's id. */
export function inRequest<Result>(requestId: string | undefined, work: () => Result): Result {
  return requests.run(requestId, work);
}

/** The id of the request that this work belongs to; `undefined`: none, as of a timer. */
export function currentRequestId(): string | undefined {
  return requests.getStore();
}
