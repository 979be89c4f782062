import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { ConfirmationBus, ConfirmationRequest } from '../index.ts';
import { Button } from './button.tsx';
import { useActivationGuard } from './use-activation-guard.ts';
import { useModal } from './use-modal.ts';

/** Props of {@link ConfirmationDialog}. */
export interface ConfirmationDialogProps {
  readonly bus: ConfirmationBus;
  /** @default 'default' */
  readonly group?: string;
  /** The clock of the guard, in milliseconds. @default performance.now */
  readonly now?: () => number;
}

/**
 * The modal dialog of one group, with the focus on accept. Closes on accept, reject, Escape, a step
 * through the history, or a close event.
 */
export function ConfirmationDialog({ bus, group = 'default', now }: ConfirmationDialogProps) {
  const read = () => bus.getSnapshot(group);
  const state = useSyncExternalStore(bus.subscribe, read, read);
  if (state.status === 'closed') return null;
  return createPortal(
    <OpenDialog
      key={state.id}
      request={state.request}
      now={now}
      onAccept={() => bus.accept(group)}
      onReject={() => bus.reject(group)}
      onHide={() => bus.hide(group)}
    />,
    document.body,
  );
}

interface OpenDialogProps {
  readonly request: ConfirmationRequest;
  readonly onAccept: () => void;
  readonly onReject: () => void;
  readonly onHide: () => void;
  readonly now: (() => number) | undefined;
}

function OpenDialog({ request, onAccept, onReject, onHide, now }: OpenDialogProps): ReactNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const accept = useRef<HTMLButtonElement>(null);
  useModal(dialog, accept);
  useEffect(() => {
    window.addEventListener('popstate', onHide);
    return () => window.removeEventListener('popstate', onHide);
  });
  const guard = useActivationGuard(now);

  return (
    <dialog
      ref={dialog}
      className="stx-dialog"
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      onKeyDown={guard.onKeyDown}
      onCancel={(event) => {
        // The browser must not close it: React removes the dialog after the bus has closed it.
        event.preventDefault();
        onHide();
      }}
      onClose={(event) => {
        if (!event.currentTarget.open) onHide();
      }}
    >
      <h2 id={`${id}-title`}>{request.title}</h2>
      <p id={`${id}-message`}>{request.message}</p>
      <div className="stx-dialog__actions">
        <Button ref={accept} variant="primary" size={56} onClick={guard.wrap(onAccept)}>
          {request.acceptLabel}
        </Button>
        <Button size={56} onClick={guard.wrap(onReject)}>
          {request.rejectLabel}
        </Button>
      </div>
    </dialog>
  );
}
