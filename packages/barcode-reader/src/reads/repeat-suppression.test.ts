import { describe, expect, test } from 'vitest';
import type { DecodedCode } from './barcode-read.ts';
import { createRepeatSuppression } from './repeat-suppression.ts';

const corner = { x: 0, y: 0 };
const ticket: DecodedCode = {
  text: 'T-1',
  symbology: 'qr_code',
  raw: new Uint8Array(),
  identifier: ']Q1',
  corners: [corner, corner, corner, corner],
};

/** Records a frame every 50 ms from `from` up to `until`, all showing `codes`. @returns when the ticket was admitted */
function recordFrames(
  suppression: ReturnType<typeof createRepeatSuppression>,
  codes: DecodedCode[],
  from: number,
  until: number,
) {
  const admitted: number[] = [];
  for (let at = from; at < until; at += 50) {
    suppression.frame(codes, at);
    for (const code of codes) if (suppression.admit(code, at)) admitted.push(at);
  }
  return admitted;
}

describe('a code in view', () => {
  test('is read once, however long it stays', () => {
    expect(recordFrames(createRepeatSuppression(), [ticket], 0, 60_000)).toEqual([0]);
  });

  test('is read again after it has left the view', () => {
    const suppression = createRepeatSuppression();
    recordFrames(suppression, [ticket], 0, 1000);
    recordFrames(suppression, [], 1000, 3000);
    expect(recordFrames(suppression, [ticket], 3000, 4000)).toEqual([3000]);
  });

  test('is not read again after a few frames that failed to show it', () => {
    const suppression = createRepeatSuppression();
    recordFrames(suppression, [ticket], 0, 1000);
    recordFrames(suppression, [], 1000, 2000);
    expect(recordFrames(suppression, [ticket], 2000, 3000)).toEqual([]);
  });

  test('does not leave the view while no frame is decoded', () => {
    const suppression = createRepeatSuppression();
    recordFrames(suppression, [ticket], 0, 1000);
    expect(recordFrames(suppression, [ticket], 4500, 6000)).toEqual([]);
  });

  test('is read again 5 s after it was last seen, with or without frames', () => {
    const suppression = createRepeatSuppression();
    recordFrames(suppression, [ticket], 0, 1000);
    expect(recordFrames(suppression, [ticket], 6000, 7000)).toEqual([6000]);
  });

  test('does not prevent that another code beside it is read', () => {
    const suppression = createRepeatSuppression();
    const other = { ...ticket, text: 'T-2' };
    recordFrames(suppression, [ticket], 0, 1000);
    expect(recordFrames(suppression, [other], 1000, 1500)).toEqual([1000]);
    expect(recordFrames(suppression, [ticket, other], 1500, 4000)).toEqual([]);
  });
});

test('a code that is there and cannot be read for a while has not left the view', () => {
  const repeats = createRepeatSuppression();
  repeats.frame([ticket], 0);
  expect(repeats.admit(ticket, 0)).toBe(true);
  for (let at = 100; at <= 3000; at += 100) repeats.frame([], at, { unsure: true });
  expect(repeats.admit(ticket, 3000)).toBe(false);
  for (let at = 3100; at <= 5100; at += 100) repeats.frame([], at, { unsure: true });
  expect(repeats.admit(ticket, 5100)).toBe(true);
});
