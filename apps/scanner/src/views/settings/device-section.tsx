import type { I18n } from '@lingui/core';
import { formatNumber } from '@scantix/i18n';
import { Button, KeyValueList, Section } from '@scantix/ui-shell/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useConfirm } from '../../hooks/use-confirm.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { WipeDevice } from './wipe-device.tsx';

/** The identity of this device, and the button that resets it. */
export function DeviceSection() {
  const { device } = useApp();
  const i18n = useI18n();
  const { data, refetch } = useQuery({
    queryKey: ['device'],
    queryFn: async ({ signal }) => ({
      information: await device.getDeviceInformation({ signal }),
      fingerprint: await device.getFingerprintMetadata({ signal }),
    }),
  });
  return (
    <Section title={i18n.t('This device')}>
      <KeyValueList
        items={[
          { key: i18n.t('Device'), value: data?.information.deviceString ?? '…' },
          { key: i18n.t('Identifier'), value: data?.information.deviceId ?? '…', mono: true },
          {
            key: i18n.t('Fingerprint confidence'),
            value: data ? describeConfidence(i18n, data.fingerprint?.confidence) : '…',
          },
        ]}
      />
      <div className="app-actions">
        <ResetButton onReset={() => void refetch()} />
        <WipeDevice />
      </div>
    </Section>
  );
}

function describeConfidence(i18n: I18n, confidence: number | undefined): string {
  if (confidence === undefined) return i18n.t('Not known');
  return formatNumber(confidence, i18n.locale, { style: 'percent' });
}

function ResetButton({ onReset }: { onReset: () => void }) {
  const { device, logger, toasts } = useApp();
  const confirm = useConfirm();
  const i18n = useI18n();
  const [busy, setBusy] = useState(false);
  const reset = async () => {
    const agreed = await confirm({
      title: i18n.t('Reset the device identifier?'),
      message: i18n.t('The server will treat this as a new device. You stay signed in, and no scan is lost.'),
      acceptLabel: i18n.t('Reset'),
      rejectLabel: i18n.t('Keep it'),
    });
    if (!agreed) return;
    setBusy(true);
    await device.reset();
    setBusy(false);
    onReset();
    logger.log({ name: 'device_reset', category: 'user_action', module: 'settings' });
    toasts.show({ kind: 'success', title: i18n.t('This device has a new identifier') });
  };
  return (
    <Button busy={busy} onClick={() => void reset()}>
      {i18n.t('Reset identifier')}
    </Button>
  );
}
