/** The icon of a toast; never a verdict, which has its own place and live region. */
export type ToastKind = 'info' | 'success' | 'warning' | 'error';

/** What a toast says. */
export interface ToastRequest {
  readonly kind: ToastKind;
  readonly title: string;
  readonly message?: string;
  /** How long it stays while nobody points at it. @default 5000, errors 10000 */
  readonly durationMs?: number;
  /** One thing that can be done about it; pressing it takes the toast away. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

/** A toast that is on the screen. */
export interface Toast extends ToastRequest {
  readonly id: number;
  readonly durationMs: number;
}

/** Carries short notes from anywhere to the toaster. */
export interface ToastBus {
  /** Shows a toast; the oldest leaves when there would be more than two. @returns its id */
  show(request: ToastRequest): number;
  /** Takes a toast away; one that has gone already is no error. */
  dismiss(id: number): void;
  /** The toasts on the screen, oldest first; the same array until it changes. */
  getSnapshot(): readonly Toast[];
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

const mostAtOnce = 2;

/**
 * Creates a toast bus.
 *
 * @example
 * const toasts = createToastBus();
 * toasts.show({ kind: 'success', title: 'Copied' });
 */
export function createToastBus(): ToastBus {
  const listeners = new Set<() => void>();
  let shown: readonly Toast[] = [];
  let lastId = 0;

  function replace(next: readonly Toast[]) {
    shown = next;
    for (const listener of [...listeners]) listener();
  }

  return {
    show(request) {
      const id = ++lastId;
      const durationMs = request.durationMs ?? (request.kind === 'error' ? 10_000 : 5_000);
      replace([...shown, { ...request, id, durationMs }].slice(-mostAtOnce));
      return id;
    },
    dismiss(id) {
      if (shown.some((toast) => toast.id === id)) replace(shown.filter((toast) => toast.id !== id));
    },
    getSnapshot: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
