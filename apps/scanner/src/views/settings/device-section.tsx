import { Button, KeyValueList, Section } from '@scantix/ui-shell/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '../../app-context.ts';

/** Who this device is, and the way to become another. */
export function DeviceSection() {
  const { device } = useApp();
  const { data, refetch } = useQuery({
    queryKey: ['device'],
    queryFn: async ({ signal }) => ({
      information: await device.getDeviceInformation({ signal }),
      fingerprint: await device.getFingerprintMetadata({ signal }),
    }),
  });
  return (
    <Section title="This device">
      <KeyValueList
        items={[
          { key: 'Device', value: data?.information.deviceString ?? '…' },
          { key: 'Identifier', value: data?.information.deviceId ?? '…', mono: true },
          { key: 'Fingerprint confidence', value: data ? describeConfidence(data.fingerprint?.confidence) : '…' },
        ]}
      />
      <ResetButton onReset={() => void refetch()} />
    </Section>
  );
}

function describeConfidence(confidence: number | undefined): string {
  if (confidence === undefined) return 'Not known';
  return new Intl.NumberFormat('en-US', { style: 'percent' }).format(confidence);
}

function ResetButton({ onReset }: { onReset: () => void }) {
  const { confirmations, device, logger, toasts } = useApp();
  const [busy, setBusy] = useState(false);
  const reset = async () => {
    const agreed = await confirmations.confirm({
      title: 'Reset the device identifier?',
      message: 'The server will take this for another device from now on. You stay signed in, and no scan is lost.',
      acceptLabel: 'Reset',
      rejectLabel: 'Keep it',
    });
    if (!agreed) return;
    setBusy(true);
    await device.reset();
    setBusy(false);
    onReset();
    logger.log({ name: 'device_reset', category: 'user_action', module: 'settings' });
    toasts.show({ kind: 'success', title: 'This device has a new identifier' });
  };
  return (
    <Button wide busy={busy} onClick={() => void reset()}>
      Reset identifier
    </Button>
  );
}
