const running = new Set<IDBTransaction>();
/** Whether the browser has put this page aside; undefined until somebody asks. */
let isAside: boolean | undefined;

/**
 * Aborts a transaction that is under way when the browser puts its page aside to return to it later. WebKit stops the
 * transaction with the page, so that every later page of the origin would wait for its stores until the page is discarded.
 */
export function abortWithPage(transaction: IDBTransaction): void {
  if (isAside === undefined) {
    isAside = false;
    // Not in Node.js.
    for (const type of ['pagehide', 'pageshow']) globalThis.addEventListener?.(type, follow);
  }
  running.add(transaction);
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction));
  // A listener to a later event than `pagehide` has begun it.
  if (isAside) queueMicrotask(() => abort(transaction));
}

function follow(event: Event): void {
  isAside = event.type === 'pagehide' && (event as PageTransitionEvent).persisted;
  if (isAside) running.forEach(abort);
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
    // Only an event in the page would close it.
    if (transaction.mode === 'versionchange') transaction.db.close();
  } catch {
    // It is being committed, which needs nothing more of the page.
  }
}
