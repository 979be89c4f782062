import { createListeners } from '@scantix/runtime-utils';

/** The kind of a toast, shown as its icon. Verdicts are not toasts: they have a live region of their own. */
export type ToastKind = 'info' | 'success' | 'warning' | 'error';

/** The content of a toast. */
export interface ToastRequest {
  readonly kind: ToastKind;
  readonly title: string;
  /** A second line. @default none */
  readonly message?: string;
  /** How long it stays, in milliseconds, not counting the time under the pointer. @default 5000, errors 10000 */
  readonly durationMs?: number;
  /** A button; pressing it also dismisses the toast. */
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

/** A toast that is on the screen. */
export interface Toast extends ToastRequest {
  /** Counts up from 1 on each bus. */
  readonly id: number;
  /** How long it stays, in milliseconds, the default filled in. */
  readonly durationMs: number;
}

/** Passes short messages from any code to the toaster. */
export interface ToastBus {
  /** Shows a toast. With two on the screen it replaces the oldest. @returns its id */
  show(request: ToastRequest): number;
  /** Removes a toast; does nothing if it is gone. */
  dismiss(id: number): void;
  /** The toasts on the screen, oldest first; the same array until it changes. */
  getSnapshot(): readonly Toast[];
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

const maxToasts = 2;

/**
 * Creates a toast bus.
 *
 * @example
 * const toasts = createToastBus();
 * toasts.show({ kind: 'success', title: 'Copied' });
 */
export function createToastBus(): ToastBus {
  const { subscribe, notify } = createListeners();
  let shown: readonly Toast[] = [];
  let lastId = 0;

  function replace(next: readonly Toast[]) {
    shown = next;
    notify();
  }

  return {
    show(request) {
      const id = ++lastId;
      const durationMs = request.durationMs ?? (request.kind === 'error' ? 10_000 : 5_000);
      replace([...shown, { ...request, id, durationMs }].slice(-maxToasts));
      return id;
    },
    dismiss(id) {
      if (shown.some((toast) => toast.id === id)) replace(shown.filter((toast) => toast.id !== id));
    },
    getSnapshot: () => shown,
    subscribe,
  };
}
