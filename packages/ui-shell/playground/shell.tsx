import type { ConfirmationBus, ToastBus } from '@scantix/ui-shell';
import { Button, Checkbox, Page, Section } from '@scantix/ui-shell/react';

/** What the frame around the page shows. */
export interface FrameSettings {
  readonly session: boolean;
  readonly strip: boolean;
  readonly bleed: boolean;
}

interface ShellProps {
  readonly confirmations: ConfirmationBus;
  readonly toasts: ToastBus;
  readonly frame: FrameSettings;
  readonly setFrame: (frame: FrameSettings) => void;
}

/** The dialog, the toasts and the frame. */
export function Shell({ confirmations, toasts, frame, setFrame }: ShellProps) {
  async function ask() {
    const accepted = await confirmations.confirm({
      title: 'Sign out with 3 scans waiting?',
      message: 'They stay on this device and are sent the next time someone from your team signs in here.',
      acceptLabel: 'Sign out',
      rejectLabel: 'Stay signed in',
    });
    toasts.show({ kind: 'info', title: accepted ? 'Accepted' : 'Rejected' });
  }
  return (
    <Page>
      <Section title="Dialog">
        <Button variant="primary" onClick={() => void ask()}>
          Ask
        </Button>
      </Section>
      <Section title="Toasts" note="two at most">
        <div className="playground-row">
          <Button onClick={() => toasts.show({ kind: 'info', title: 'A new version is ready' })}>Information</Button>
          <Button onClick={() => toasts.show({ kind: 'success', title: 'Copied', message: 'T-1001-4711' })}>
            Success
          </Button>
          <Button onClick={() => toasts.show({ kind: 'warning', title: 'The storage is nearly full' })}>Warning</Button>
          <Button onClick={() => toasts.show({ kind: 'error', title: 'The export failed', message: 'Try again.' })}>
            Error
          </Button>
        </div>
      </Section>
      <Section title="Frame">
        <Checkbox
          label="Session valid"
          checked={frame.session}
          onChange={({ target }) => setFrame({ ...frame, session: target.checked })}
        />
        <Checkbox
          label="Strip"
          checked={frame.strip}
          onChange={({ target }) => setFrame({ ...frame, strip: target.checked })}
        />
        <Checkbox
          label="Edge to edge, as over a camera"
          checked={frame.bleed}
          onChange={({ target }) => setFrame({ ...frame, bleed: target.checked })}
        />
      </Section>
    </Page>
  );
}
