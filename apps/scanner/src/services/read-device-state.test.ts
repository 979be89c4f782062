import { parseDeviceState } from '@scantix/api-contract';
import { createFakeScanLedger } from '@scantix/scan-ledger/testing';
import { expect, test } from 'vitest';
import { readDeviceState } from './read-device-state.ts';

const CHECKPOINT = '01939f8e-0000-7000-8000-000000000001';
const { ledger } = createFakeScanLedger();
const read = (more: object) =>
  readDeviceState({ ledger, checkpointId: () => CHECKPOINT, navigator: more as Navigator }).then((say) =>
    parseDeviceState(say()),
  );

test('a device says how full its battery is, where its browser tells', async () => {
  const battery = { level: 0.5, charging: true };
  expect(await read({ getBattery: async () => battery })).toEqual({
    ...{ waiting: 0, battery: 0.5, charging: true, checkpointId: CHECKPOINT },
  });
});

test.each([{}, { getBattery: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }])(
  'a browser that tells nothing of the battery leaves it out (%#)',
  async (navigator) => {
    expect(await read(navigator)).toEqual({ waiting: 0, checkpointId: CHECKPOINT });
  },
);
