import { createListeners } from '@scantix/runtime-utils';

/** A question. */
export interface ConfirmationRequest {
  /** Which dialog shows it. @default 'default' */
  readonly group?: string;
  readonly title: string;
  readonly message: string;
  /** The verb of the action, such as "Sign out". */
  readonly acceptLabel: string;
  readonly rejectLabel: string;
}

/** The state of one group's dialog. Every question has its own `id`. */
export type ConfirmationState =
  | { readonly status: 'closed' }
  | { readonly status: 'open'; readonly id: number; readonly request: ConfirmationRequest };

/** Passes questions from any code to the dialog of their group, and returns the answers. */
export interface ConfirmationBus {
  /**
   * Opens the dialog of the request's group; a question already open there is closed first.
   * @returns true when accepted; false when rejected, hidden, closed, replaced or aborted
   */
  confirm(request: ConfirmationRequest, options?: { readonly signal?: AbortSignal }): Promise<boolean>;
  /** Answers yes. @default group 'default' */
  accept(group?: string): void;
  /** Answers no. @default group 'default' */
  reject(group?: string): void;
  /** Answers no because the user dismissed the dialog, for example by Escape. @default group 'default' */
  hide(group?: string): void;
  /** Answers no because the app closed the dialog. @default group 'default' */
  close(group?: string): void;
  /** The state of one group; the same object until it changes. @default group 'default' */
  getSnapshot(group?: string): ConfirmationState;
  /** Calls `listener` after every change of any group. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

const defaultGroup = 'default';
const closed: ConfirmationState = { status: 'closed' };

interface OpenQuestion {
  readonly state: ConfirmationState;
  readonly answer: (accepted: boolean) => void;
}

/**
 * Creates a confirmation bus.
 *
 * @example
 * const confirmations = createConfirmationBus();
 * if (await confirmations.confirm({ title: 'Sign out?', message: '', acceptLabel: 'Sign out', rejectLabel: 'Stay' })) leave();
 */
export function createConfirmationBus(): ConfirmationBus {
  const open = new Map<string, OpenQuestion>();
  const { subscribe, notify } = createListeners();
  let lastId = 0;

  function settle(group: string, accepted: boolean) {
    const question = open.get(group);
    if (!question) return;
    open.delete(group);
    question.answer(accepted);
    notify();
  }

  return {
    confirm(request, { signal } = {}) {
      if (signal?.aborted) return Promise.resolve(false);
      const group = request.group ?? defaultGroup;
      settle(group, false);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const state: ConfirmationState = { status: 'open', id: ++lastId, request };
      const onAbort = () => {
        if (open.get(group)?.state === state) settle(group, false);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      open.set(group, {
        state,
        answer(accepted) {
          signal?.removeEventListener('abort', onAbort);
          resolve(accepted);
        },
      });
      notify();
      return promise;
    },
    accept: (group = defaultGroup) => settle(group, true),
    reject: (group = defaultGroup) => settle(group, false),
    hide: (group = defaultGroup) => settle(group, false),
    close: (group = defaultGroup) => settle(group, false),
    getSnapshot: (group = defaultGroup) => open.get(group)?.state ?? closed,
    subscribe,
  };
}
