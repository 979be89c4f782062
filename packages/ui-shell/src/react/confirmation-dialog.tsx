import { type ReactNode, useId, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { ConfirmationBus, ConfirmationRequest } from '../index.ts';
import { Button } from './button.tsx';
import { useActivationGuard } from './use-activation-guard.ts';
import { useModal } from './use-modal.ts';

/** Which questions the dialog shows. */
export interface ConfirmationDialogProps {
  readonly bus: ConfirmationBus;
  /** @default 'default' */
  readonly group?: string;
  /** Time after opening, and after a typed character, in which nothing can be accepted or rejected. @default 300 */
  readonly guardMs?: number;
  /** The clock of the guard, in ms. @default performance.now */
  readonly now?: () => number;
}

/** The dialog of one group: modal, accept focused; closes on accept, reject, Escape or a close event. */
export function ConfirmationDialog({ bus, group = 'default', ...guard }: ConfirmationDialogProps) {
  const read = () => bus.getSnapshot(group);
  const state = useSyncExternalStore(bus.subscribe, read, read);
  if (state.status === 'closed') return null;
  return createPortal(
    <OpenDialog
      key={state.id}
      request={state.request}
      {...guard}
      onAccept={() => bus.accept(group)}
      onReject={() => bus.reject(group)}
      onHide={() => bus.hide(group)}
    />,
    document.body,
  );
}

interface OpenDialogProps extends Pick<ConfirmationDialogProps, 'guardMs' | 'now'> {
  readonly request: ConfirmationRequest;
  readonly onAccept: () => void;
  readonly onReject: () => void;
  readonly onHide: () => void;
}

function OpenDialog({ request, guardMs, now, onAccept, onReject, onHide }: OpenDialogProps): ReactNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const accept = useRef<HTMLButtonElement>(null);
  useModal(dialog, accept);
  const guard = useActivationGuard({ ...(guardMs !== undefined && { guardMs }), ...(now && { now }) });

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
        // React takes the dialog away when the bus has closed it; the browser need not.
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
