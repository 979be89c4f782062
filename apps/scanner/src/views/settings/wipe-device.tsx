import { Button } from '@scantix/ui-shell/react';
import { useState } from 'react';
import { saveFile } from '../../format/save-file.ts';
import { useConfirm } from '../../hooks/use-confirm.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';

/** How long the device tries to send what waits before it asks, in milliseconds. */
const SEND_MS = 3_000;

/** The button that wipes this device, after it has asked. Scans that are not sent are sent or exported first. */
export function WipeDevice() {
  const app = useApp();
  const { ledger, toasts } = app;
  const confirm = useConfirm();
  const i18n = useI18n();
  const [busy, setBusy] = useState(false);

  const countUnsent = () => {
    const { waiting, waitingUndos, quarantined } = ledger.getSnapshot();
    return waiting + waitingUndos + quarantined;
  };

  /** Returns the ids of what was exported. */
  async function exportUnsent(): Promise<string[]> {
    const exported: string[] = [];
    const text = await ledger.exportScans({
      format: 'json',
      filter({ scan, sync, undo }) {
        const isUnsent = sync !== 'sent' || undo?.sync === 'waiting';
        if (isUnsent) exported.push(scan.id);
        return isUnsent;
      },
    });
    saveFile('unsent-scans.json', new Blob([text], { type: 'application/json' }));
    return exported;
  }

  async function askToExport(count: number): Promise<string[] | null> {
    const agreed = await confirm({
      title: i18n.t('{count, plural, one {# scan is} other {# scans are}} not sent yet', { count }),
      message: i18n.t('This device cannot be wiped before they are sent or exported. Export them now?'),
      acceptLabel: i18n.t('Export them'),
      rejectLabel: i18n.t('Wipe nothing'),
    });
    return agreed ? exportUnsent() : null;
  }

  async function askToWipe(exported: string[]): Promise<boolean> {
    const elsewhere = ledger.getSnapshot().waitingElsewhere;
    return confirm({
      title: i18n.t('Wipe this device?'),
      message: [
        i18n.t('Deleted here: tickets, the log of scans, all sessions, keys, saved pages and preferences.'),
        exported.length > 0 &&
          i18n.t('The {count, plural, one {scan} other {# scans}} that you have just exported too.', {
            count: exported.length,
          }),
        elsewhere > 0 &&
          i18n.t(
            '{count, plural, one {# scan of another domain stays} other {# scans of another domain stay}}, encrypted, to be sent later.',
            { count: elsewhere },
          ),
        i18n.t('The identifier stays. You are signed out.'),
      ]
        .filter(Boolean)
        .join(' '),
      acceptLabel: i18n.t('Wipe'),
      rejectLabel: i18n.t('Wipe nothing'),
    });
  }

  async function wipe(): Promise<void> {
    // Counts too: right after the page was loaded the ledger has not counted yet.
    await Promise.race([ledger.drain(), new Promise((resolve) => setTimeout(resolve, SEND_MS))]);
    const unsent = countUnsent();
    const exported = unsent > 0 ? await askToExport(unsent) : [];
    if (!exported || !(await askToWipe(exported))) return;
    const { beginWipe } = await import('../../wipe/index.ts');
    await beginWipe(app, { exported });
  }

  const onClick = () => {
    setBusy(true);
    wipe()
      // The storage of this device fails.
      .catch(() => toasts.show({ kind: 'error', title: i18n.t('This device is not wiped yet') }))
      .finally(() => setBusy(false));
  };
  return (
    <Button busy={busy} onClick={onClick}>
      {i18n.t('Wipe this device')}
    </Button>
  );
}
