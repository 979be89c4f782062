import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadWasmEngine } from '../engine/wasm-engine.ts';
import { type CameraFrame, cameraFrames, type Scene, writeCameraClip } from './index.ts';
import { readWasmBytes } from './wasm-bytes.ts';

const scenes: readonly Scene[] = [
  { symbology: 'qr_code', text: 'T-1', seconds: 0.4, motion: 60, blur: 0.6, noise: 4, tiltDegrees: 10 },
  { empty: true, seconds: 0.2, noise: 4 },
];

async function draw(seed: number): Promise<CameraFrame[]> {
  const frames: CameraFrame[] = [];
  for await (const frame of cameraFrames({ width: 320, height: 240, framesPerSecond: 10, scenes, seed }))
    frames.push(frame);
  return frames;
}

test('the same seed draws the same frames, another seed others', async () => {
  const [one, again, other] = await Promise.all([draw(7), draw(7), draw(8)]);
  expect(one.map(({ data }) => data)).toEqual(again.map(({ data }) => data));
  expect(one[0]?.data).not.toEqual(other[0]?.data);
});

test('a scene lasts its seconds, one after the other', async () => {
  const frames = await draw(1);
  expect(frames.map(({ scene }) => 'empty' in scene)).toEqual([false, false, false, false, true, true]);
  expect(frames.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a moving code does not stand still', async () => {
  const [first, second] = await draw(1);
  const noise = 4;
  const changed = first?.data.filter(
    (value, index) => Math.abs(value - (second?.data[index] ?? 0)) > 12 * noise,
  ).length;
  expect(changed).toBeGreaterThan(100);
});

test('a clip is a y4m file whose frames hold the code', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clip-'));
  try {
    const path = join(folder, 'ticket.y4m');
    expect(await writeCameraClip({ path, width: 320, height: 240, framesPerSecond: 10, scenes })).toBe(6);
    const file = await readFile(path);
    const header = 'YUV4MPEG2 W320 H240 F10:1 Ip A1:1 C420jpeg\n';
    expect(file.subarray(0, header.length).toString()).toBe(header);
    expect(file.length).toBe(header.length + 6 * (6 + 320 * 240 * 1.5));
    const data = new Uint8Array(file.subarray(header.length + 6, header.length + 6 + 320 * 240));
    const engine = await loadWasmEngine({ bytes: await readWasmBytes() });
    const codes = engine.decode({ data, width: 320, height: 240 }, { symbologies: ['qr_code'], harder: true });
    expect(codes).toMatchObject([{ text: 'T-1' }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a clip with odd sides is refused', async () => {
  await expect(writeCameraClip({ path: '/nowhere.y4m', width: 321, scenes })).rejects.toThrow('even');
});
