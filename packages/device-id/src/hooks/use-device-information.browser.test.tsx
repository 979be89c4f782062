import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { createFakeDeviceIdentity } from '../testing/index.ts';
import { useDeviceInformation } from './index.ts';

const identity = createFakeDeviceIdentity({ deviceId: 'gate.7' });

function Device() {
  const { information, reset } = useDeviceInformation(identity);
  return (
    <button type="button" onClick={reset}>
      {information ? information.deviceId : 'reading'}
    </button>
  );
}

test('a component shows the device once it is read, and its new identifier after a reset', async () => {
  const container = document.createElement('p');
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <Device />
    </StrictMode>,
  );
  await expect.poll(() => container.textContent).toBe('gate.7');
  container.querySelector('button')?.click();
  await expect.poll(() => container.textContent).toBe(`fingerprint.${'01'.repeat(12)}`);
  root.unmount();
});
