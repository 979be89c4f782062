import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDeviceState, parseDeviceState } from './device-state.ts';

const CHECKPOINT = '01a1fc4f-0000-7000-8000-00000000000a';

test('a device tells of itself in one header, and what it does not know it leaves out', () => {
  const state = { waiting: 3, battery: 0.83, charging: false, ticketsAt: '2026-11-21T20:00:00.000Z' };
  const header = formatDeviceState({ ...state, checkpointId: CHECKPOINT });
  expect(header).toBe(`3;battery=83;charging=0;tickets=2026-11-21T20:00:00.000Z;checkpoint=${CHECKPOINT}`);
  expect(parseDeviceState(header)).toEqual({ ...state, checkpointId: CHECKPOINT });
  expect(formatDeviceState({ waiting: 0, ticketsAt: null, checkpointId: null })).toBe('0');
  expect(parseDeviceState('0')).toEqual({ waiting: 0 });
});

test.each([
  ['', { waiting: null }],
  ['many;battery=83', { waiting: null, battery: 0.83 }],
  ['1;battery=101;charging=2;tickets=now;checkpoint=here', { waiting: 1 }],
  ['1;tickets=2026-99-99T20:00:00.000Z', { waiting: 1 }],
  ['1;tickets=0000-12-31T20:00:00.000Z', { waiting: 1 }],
  ['9999999', { waiting: 1_000_000 }],
])('of %o the server takes what it can read', (header, state) => {
  expect(parseDeviceState(header)).toEqual(state);
});

test('a header of any text is read without an error', () => {
  fc.assert(fc.property(fc.string(), (header) => void parseDeviceState(header)));
});
