import { useCallback, useLayoutEffect, useRef } from 'react';
import type { ConfirmationBus, ConfirmationRequest } from '../index.ts';

/**
 * Returns a function that asks a question on behalf of the calling component. The question is withdrawn, and answered
 * with no, when the component unmounts or `visit` changes: nobody is asked about something that is no longer shown. An
 * answer never rejects.
 *
 * @param visit identifies one visit of a view, such as the router's location key
 * @example
 * const confirm = useConfirm(confirmations, location.key);
 * if (await confirm({ title: 'Delete it?', message: '', acceptLabel: 'Delete', rejectLabel: 'Keep it' })) remove();
 */
export function useConfirm(bus: ConfirmationBus, visit?: string): (request: ConfirmationRequest) => Promise<boolean> {
  const lifetime = useRef<AbortController>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of a visit ends its questions
  useLayoutEffect(() => {
    const controller = new AbortController();
    lifetime.current = controller;
    return () => controller.abort();
  }, [bus, visit]);
  return useCallback(
    async (request) => lifetime.current !== null && bus.confirm(request, { signal: lifetime.current.signal }),
    [bus],
  );
}
