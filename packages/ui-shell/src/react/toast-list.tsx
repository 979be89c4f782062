import { CircleCheck, Info, OctagonX, TriangleAlert, X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import type { Toast, ToastKind } from '../index.ts';
import { type ShellLabels, withDefaults } from './labels.ts';

/** Props of {@link ToastList}. */
export interface ToastListProps {
  readonly toasts: readonly Toast[];
  readonly onDismiss: (id: number) => void;
  readonly labels?: Partial<ShellLabels> | undefined;
}

const icons: Record<ToastKind, typeof Info> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: OctagonX,
};

/** Draws the toasts: announced, paused under the pointer, dismissed by a swipe upwards. */
export function ToastList({ toasts, onDismiss, labels }: ToastListProps) {
  const text = withDefaults(labels);
  return (
    <RadixToast.Provider label={text.notification} swipeDirection="up" swipeThreshold={32}>
      {toasts.map(({ id, kind, title, message, durationMs, action }) => {
        const Icon = icons[kind];
        return (
          <RadixToast.Root
            key={id}
            className="stx-toast"
            duration={durationMs}
            type={kind === 'error' ? 'foreground' : 'background'}
            onOpenChange={(open) => !open && onDismiss(id)}
          >
            <Icon aria-hidden="true" />
            <div className="stx-toast__body">
              <RadixToast.Title className="stx-toast__title">{title}</RadixToast.Title>
              {message && <RadixToast.Description className="stx-toast__message">{message}</RadixToast.Description>}
            </div>
            {action && (
              <RadixToast.Action className="stx-button" altText={action.label} onClick={action.onPress}>
                {action.label}
              </RadixToast.Action>
            )}
            <RadixToast.Close className="stx-icon-button" aria-label={text.dismiss}>
              <X />
            </RadixToast.Close>
          </RadixToast.Root>
        );
      })}
      <RadixToast.Viewport className="stx-toasts" label={`${text.notifications} ({hotkey})`} />
    </RadixToast.Provider>
  );
}
