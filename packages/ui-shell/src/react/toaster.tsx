import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import type { ToastBus } from '../index.ts';
import type { ShellLabels } from './labels.ts';
import type { ToastListProps } from './toast-list.tsx';

/** Props of {@link Toaster}. */
export interface ToasterProps {
  readonly bus: ToastBus;
  /** Any of the texts of `defaultLabels`. @default English */
  readonly labels?: Partial<ShellLabels> | undefined;
}

/** The list is loaded ahead of the first toast, after the first view: offline it could not be loaded any more. */
const PRELOAD_AFTER_MS = 1_000;

/** Toasts at the top-center, at most two. The list that draws them loads after the first view; toasts wait for it. */
export function Toaster({ bus, labels }: ToasterProps) {
  const toasts = useSyncExternalStore(bus.subscribe, bus.getSnapshot, bus.getSnapshot);
  const [ToastList, setToastList] = useState<ComponentType<ToastListProps> | null>(null);
  const missing = ToastList === null;
  const waiting = toasts.length;

  // Runs again when `waiting` changes: the load before may have failed without a network.
  useEffect(() => {
    if (!missing) return;
    let mounted = true;
    const load = () =>
      import('./toast-list.tsx').then(
        (module) => mounted && setToastList(() => module.ToastList),
        () => undefined,
      );
    const timer = setTimeout(load, waiting > 0 ? 0 : PRELOAD_AFTER_MS);
    return () => {
      mounted = false;
      clearTimeout(timer);
    };
  }, [missing, waiting]);

  return ToastList && <ToastList toasts={toasts} onDismiss={bus.dismiss} labels={labels} />;
}
