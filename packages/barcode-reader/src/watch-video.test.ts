import { describe, expect, test, vi } from 'vitest';
import { createHeldWorker } from './testing/held-worker.ts';
import type { Scene } from './testing/index.ts';
import { drawFrame, watchFrames } from './testing/reader-under-test.ts';

// Real decoding, beside whatever else the machine does.
vi.setConfig({ testTimeout: 30_000 });
const patience = { timeout: 20_000 };

const ticket: Scene = { symbology: 'qr_code', text: 'T-1', seconds: 1 };
const article: Scene = { symbology: 'ean_13', text: '2112345678900', seconds: 1 };
const nothing: Scene = { empty: true, seconds: 1 };

describe('watching a video', () => {
  test('a code in view is read once, with all there is to say about it', async () => {
    const { reads, see } = await watchFrames();
    const frame = await drawFrame(ticket);
    await see(frame, 0);
    await see(frame, 50);
    expect(reads).toHaveLength(1);
    expect(reads[0]).toMatchObject({ text: 'T-1', symbology: 'qr_code', identifier: ']Q1', engine: 'wasm', frames: 1 });
    expect(reads[0]?.raw).toEqual(new TextEncoder().encode('T-1'));
    expect(reads[0]?.corners).toHaveLength(4);
  });

  test('a code that stays in view is read again once it is released', async () => {
    const { reads, reader, see } = await watchFrames({ symbologies: ['qr_code'] });
    const frame = await drawFrame(ticket);
    await see(frame, 0);
    reader.release({ text: 'T-1' });
    for (let at = 200; at <= 1600; at += 200) await see(frame, at);
    expect(reads).toHaveLength(2);
  });

  test('a retail code is read when two frames agree', async () => {
    const { reads, see } = await watchFrames();
    const frame = await drawFrame(article);
    await see(frame, 0);
    expect(reads).toEqual([]);
    await see(frame, 40);
    expect(reads).toMatchObject([{ text: '2112345678900', frames: 2, elapsedMs: 40 }]);
  });

  test('a code that left the view and came back is read again', async () => {
    const { reads, see } = await watchFrames({ symbologies: ['qr_code'] });
    const [shown, empty] = [await drawFrame(ticket), await drawFrame(nothing)];
    await see(shown, 0);
    for (let at = 100; at < 2500; at += 200) await see(empty, at);
    await see(shown, 2500);
    expect(reads.map(({ text }) => text)).toEqual(['T-1', 'T-1']);
  });

  test.each([
    [1, ['T-1', 'T-2']],
    [2, ['T-1', 'T-2', 'T-1']],
  ])(
    'of %d wanted, a code that gave way to another one and came back is read as in %j',
    async (maximumCodes, texts) => {
      const { reads, see } = await watchFrames({ symbologies: ['qr_code'], maximumCodes });
      const [first, second] = [await drawFrame(ticket), await drawFrame({ ...ticket, text: 'T-2' })];
      await see(first, 0);
      for (let at = 100; at < 2500; at += 200) await see(second, at);
      await see(first, 2500);
      expect(reads.map(({ text }) => text)).toEqual(texts);
    },
  );

  test.each([1, 3])(
    'of %d wanted, a ticket that prints its code as a QR Code and as bars is read once',
    async (maximumCodes) => {
      const { reads, see } = await watchFrames({ symbologies: ['qr_code', 'code_128'], maximumCodes });
      const bars = { symbology: 'code_128' as const, text: 'T-1', size: 0.4, centre: { x: 0.75, y: 0.5 } };
      const both = await drawFrame({ ...ticket, size: 0.4, centre: { x: 0.25, y: 0.5 }, beside: [bars] });
      const blurred = await drawFrame({ ...bars, seconds: 1 });
      await see(both, 0);
      for (let at = 100; at < 2500; at += 200) await see(blurred, at);
      expect(reads.map(({ text }) => text)).toEqual(['T-1']);
    },
  );

  test('a code that returns soon needs two new frames where codes leave the view soon', async () => {
    const { reads, see } = await watchFrames({ leftViewAfterMs: 300, symbologies: ['ean_13'] });
    const [shown, empty] = [await drawFrame(article), await drawFrame(nothing)];
    await see(shown, 0);
    await see(shown, 100);
    for (let at = 200; at <= 600; at += 100) await see(empty, at);
    await see(shown, 700);
    expect(reads).toHaveLength(1);
    await see(shown, 800);
    expect(reads[1]).toMatchObject({ frames: 2, elapsedMs: 100 });
  });

  test('frames that arrive while one is decoded are dropped except the newest', async () => {
    const { screen, frames, reads } = await watchFrames();
    const [shown, empty] = [await drawFrame(ticket), await drawFrame(nothing)];
    for (let count = 0; count < 10; count++) screen.show(empty);
    screen.show(shown);
    await vi.waitFor(() => expect(frames()).toBe(2), patience);
    expect(screen.taken).toBe(2);
    expect(reads).toMatchObject([{ text: 'T-1' }]);
  });

  test('only the wanted symbologies are read', async () => {
    const { reader, reads, see } = await watchFrames({ symbologies: ['code_128'] });
    const shown = await drawFrame(ticket);
    await see(shown, 0);
    expect(reads).toEqual([]);
    reader.setSymbologies(['qr_code']);
    await see(shown, 50);
    expect(reads).toHaveLength(1);
  });

  test('an answer with a symbology that is no longer wanted is not read', async () => {
    const { worker, answers } = createHeldWorker();
    const { reader, reads, screen, frames } = await watchFrames({ createWorker: () => worker });
    screen.show(await drawFrame(ticket));
    await vi.waitFor(() => expect(answers).toHaveLength(1), patience);
    reader.setSymbologies(['code_128']);
    answers[0]?.();
    await vi.waitFor(() => expect(frames()).toBe(1), patience);
    expect(reads).toEqual([]);
  });

  test('wanting what is wanted already changes nothing', async () => {
    const { reader } = await watchFrames({ symbologies: ['qr_code', 'code_128'] });
    const listener = vi.fn();
    reader.subscribe(listener);
    reader.setSymbologies(['qr_code', 'code_128', 'qr_code']);
    reader.setMaximumCodes(1);
    reader.setMaximumCodes(2);
    await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(1), patience);
  });
});
