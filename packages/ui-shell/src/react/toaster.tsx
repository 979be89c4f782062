import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import type { Toast, ToastBus } from '../index.ts';
import type { ShellLabels } from './labels.ts';

/** Which toasts are shown. */
export interface ToasterProps {
  readonly bus: ToastBus;
  readonly labels?: Partial<ShellLabels> | undefined;
}

/** What draws the toasts, once it has been loaded. */
export interface ToastListProps {
  readonly toasts: readonly Toast[];
  readonly onDismiss: (id: number) => void;
  readonly labels?: Partial<ShellLabels> | undefined;
}

/** By then the first view is there; without a network what draws a toast could not be loaded any more. */
const UNWANTED_MS = 1_000;

/** Toasts at the top-center, two at most. What draws them is loaded after the first view; toasts wait for it. */
export function Toaster({ bus, labels }: ToasterProps) {
  const toasts = useSyncExternalStore(bus.subscribe, bus.getSnapshot, bus.getSnapshot);
  const [ToastList, setToastList] = useState<ComponentType<ToastListProps> | null>(null);
  const missing = ToastList === null;
  const wanted = toasts.length;

  // Also a further try with each change of the queue: the first may have met a dead network.
  useEffect(() => {
    if (!missing) return;
    let mounted = true;
    const load = () =>
      import('./toast-list.tsx').then(
        (module) => mounted && setToastList(() => module.ToastList),
        () => undefined,
      );
    const timer = setTimeout(load, wanted > 0 ? 0 : UNWANTED_MS);
    return () => {
      mounted = false;
      clearTimeout(timer);
    };
  }, [missing, wanted]);

  return ToastList && <ToastList toasts={toasts} onDismiss={bus.dismiss} labels={labels} />;
}
