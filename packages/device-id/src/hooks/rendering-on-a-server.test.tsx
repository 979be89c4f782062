import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createFakeDeviceIdentity } from '../testing/index.ts';
import { useDeviceInformation } from './index.ts';

const identity = createFakeDeviceIdentity();
const read = vi.spyOn(identity, 'getDeviceInformation');

function Device() {
  return String(useDeviceInformation(identity).information);
}

test('on a server nothing is read', () => {
  expect(renderToString(<Device />)).toBe('null');
  expect(read).not.toHaveBeenCalled();
});
