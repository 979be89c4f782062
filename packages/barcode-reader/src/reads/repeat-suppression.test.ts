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

  test('is read again in place once it was released, and not at once', () => {
    const suppression = createRepeatSuppression();
    recordFrames(suppression, [ticket], 0, 1000);
    suppression.release(ticket, 1000);
    expect(recordFrames(suppression, [ticket], 1000, 9000)).toEqual([2550]);
  });

  test('does not prevent that another code beside it is read', () => {
    const suppression = createRepeatSuppression();
    const other = { ...ticket, text: 'T-2' };
    recordFrames(suppression, [ticket], 0, 1000);
    expect(recordFrames(suppression, [other], 1000, 1500)).toEqual([1000]);
    expect(recordFrames(suppression, [ticket, other], 1500, 4000)).toEqual([]);
  });

  test('is read once, whichever of the symbols that hold its text a frame shows', () => {
    const suppression = createRepeatSuppression();
    const bars: DecodedCode = { ...ticket, symbology: 'code_128', identifier: ']C0' };
    expect(recordFrames(suppression, [ticket, bars], 0, 1000)).toEqual([0]);
    expect(recordFrames(suppression, [bars], 1000, 9000)).toEqual([]);
    recordFrames(suppression, [], 9000, 11_000);
    expect(recordFrames(suppression, [bars], 11_000, 12_000)).toEqual([11_000]);
  });
});

test('a code has not left the view behind as many others as are wanted', () => {
  const repeats = createRepeatSuppression();
  const other = { ...ticket, text: 'T-2' };
  repeats.admit(ticket, 0);
  for (let at = 100; at <= 3000; at += 100) repeats.frame([other], at, { full: true });
  expect(repeats.admit(ticket, 3000)).toBe(false);
});

test('a frame with another code shows that this one is gone, even if it is unsure of a third', () => {
  const repeats = createRepeatSuppression();
  const other = { ...ticket, text: 'T-2' };
  repeats.admit(ticket, 0);
  for (let at = 100; at <= 3000; at += 100) repeats.frame([other], at, { unsure: true });
  expect(repeats.admit(ticket, 3000)).toBe(true);
});

test('a code has left the view after more than 1500 ms of frames without it, and not before', () => {
  const repeats = createRepeatSuppression();
  repeats.frame([ticket], 0);
  repeats.admit(ticket, 0);
  for (let at = 100; at <= 1500; at += 100) repeats.frame([], at);
  expect(repeats.admit(ticket, 1500)).toBe(false);
  repeats.frame([], 1501);
  expect(repeats.admit(ticket, 1501)).toBe(true);
});

test('frames that follow each other slowly, or in the wrong order, prove no more than 250 ms each', () => {
  const repeats = createRepeatSuppression({ forgetAfterMs: 60_000 });
  repeats.frame([ticket], 0);
  repeats.admit(ticket, 0);
  for (const at of [1000, 2000, 3000, 2000, 4000, 5000, 6000]) repeats.frame([], at);
  expect(repeats.admit(ticket, 6000)).toBe(false);
  repeats.frame([], 6001);
  expect(repeats.admit(ticket, 6001)).toBe(true);
});

test('seeing a code again makes it stay', () => {
  const repeats = createRepeatSuppression();
  repeats.frame([ticket], 0);
  repeats.admit(ticket, 0);
  for (let at = 100; at <= 1500; at += 100) repeats.frame([], at);
  repeats.frame([ticket], 1550);
  repeats.frame([], 1600);
  expect(repeats.admit(ticket, 1600)).toBe(false);
});

test('a code is forgotten more than 5 s after it was last seen, and not before', () => {
  const unsure = (at: number) => {
    const repeats = createRepeatSuppression();
    repeats.admit(ticket, 4000);
    repeats.frame([], 4000 + at, { unsure: true });
    return repeats.admit(ticket, 4000 + at);
  };
  expect([unsure(5000), unsure(5001)]).toEqual([false, true]);
  const seen = (at: number) => {
    const repeats = createRepeatSuppression();
    repeats.admit(ticket, 0);
    repeats.frame([ticket], at);
    return repeats.admit(ticket, at);
  };
  expect([seen(5000), seen(5001)]).toEqual([false, true]);
});

test('cleared, every code may be read', () => {
  const repeats = createRepeatSuppression();
  repeats.admit(ticket, 0);
  repeats.clear();
  expect(repeats.admit(ticket, 1)).toBe(true);
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
