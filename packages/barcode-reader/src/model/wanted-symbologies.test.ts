import { expect, test } from 'vitest';
import { standardSymbologies, symbologies } from './symbologies.ts';
import { offeredSymbologies, type SymbologyChoice, wantedSymbologies } from './wanted-symbologies.ts';

const plain: SymbologyChoice = { advanced: false, offered: undefined, chosen: null };

test.each<[string, SymbologyChoice, readonly string[]]>([
  ['the standard ones', plain, standardSymbologies],
  ['every one with advanced scanning', { ...plain, advanced: true }, symbologies],
  ['those of the workgroup', { ...plain, offered: ['qr_code', 'itf'] }, ['qr_code']],
  ['those of the workgroup, advanced', { ...plain, advanced: true, offered: ['itf', 'qr_code'] }, ['qr_code', 'itf']],
  ['the standard ones where the workgroup leaves none', { ...plain, offered: ['itf'] }, standardSymbologies],
  ['those chosen on the device', { ...plain, chosen: ['aztec', 'itf', 'newer'] }, ['aztec']],
  ['all where none of the chosen is left', { ...plain, chosen: ['itf'] }, standardSymbologies],
])('the camera looks for %s', (_, choice, names) => {
  expect(wantedSymbologies(choice)).toEqual(names);
});

test('a choice does not shorten the list that settings offer', () => {
  expect(offeredSymbologies({ advanced: false, offered: undefined })).toEqual(standardSymbologies);
});
