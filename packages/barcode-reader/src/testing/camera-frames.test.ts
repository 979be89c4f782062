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

test('a moving code changes its position', async () => {
  const [first, second] = await draw(1);
  const noise = 4;
  const changed = first?.data.filter(
    (value, index) => Math.abs(value - (second?.data[index] ?? 0)) > 12 * noise,
  ).length;
  expect(changed).toBeGreaterThan(100);
});

const still = { symbology: 'qr_code', text: 'T-1', seconds: 0.1, unevenLight: 0 } as const;
async function one(scene: Scene, clutter = 0): Promise<Uint8Array> {
  for await (const { data } of cameraFrames({ width: 320, height: 240, scenes: [scene], clutter })) return data;
  throw new Error('No frame was drawn.');
}
const meanOf = (data: Uint8Array) => data.reduce((sum, value) => sum + value, 0) / data.length;
const middleOf = (data: Uint8Array) =>
  data.filter((_, at) => Math.abs((at % 320) - 160) < 50 && at >= 90 * 320 && at < 150 * 320);

test('a dim light darkens the frame, a lamp in the card brightens a part of it', async () => {
  const plain = await one(still);
  expect(meanOf(await one({ ...still, light: 0.3 }))).toBeCloseTo(0.3 * meanOf(plain), 0);
  const shone = await one({ ...still, glare: 1 });
  expect(shone.filter((value) => value === 255).length).toBeGreaterThan(500);
  expect(meanOf(shone)).toBeGreaterThan(meanOf(plain));
});

test('little contrast brings ink and paper together, an inverted card swaps them', async () => {
  const spread = (data: Uint8Array) => Math.max(...middleOf(data)) - Math.min(...middleOf(data));
  expect(spread(await one({ ...still, contrast: 0.25 }))).toBeLessThan(0.3 * spread(await one(still)));
  const plain = middleOf(await one(still));
  const inverted = middleOf(await one({ ...still, inverted: true }));
  const opposite = plain.filter((value, at) => Math.abs(value + (inverted[at] ?? 0) - 260) <= 3).length;
  // Edges are mixed in linear light, which is not symmetric in brightness.
  expect(opposite / plain.length).toBeGreaterThan(0.85);
});

test('damage harms about the share of the code that was asked for', async () => {
  const changed = (a: Uint8Array, b: Uint8Array) => a.filter((value, at) => Math.abs(value - (b[at] ?? 0)) > 60).length;
  const plain = await one(still);
  const few = changed(plain, await one({ ...still, damage: 0.04 }));
  const many = changed(plain, await one({ ...still, damage: 0.2 }));
  expect(few).toBeGreaterThan(50);
  expect(many).toBeGreaterThan(3 * few);
});

test('a bent card narrows towards its sides, clutter fills the ground', async () => {
  const dark = (data: Uint8Array) => data.filter((value) => value < 60).length;
  expect(dark(await one({ ...still, curveDegrees: 50 }))).toBeLessThan(0.97 * dark(await one(still)));
  const steps = (data: Uint8Array) => data.filter((value, at) => Math.abs(value - (data[at - 1] ?? value)) > 25).length;
  expect(steps(await one({ empty: true, seconds: 0.1 }, 1))).toBeGreaterThan(
    4 * steps(await one({ empty: true, seconds: 0.1 })),
  );
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

test('codes held side by side are read from one frame', async () => {
  const held = { ...still, size: 0.5, centre: { x: 0.25, y: 0.5 } };
  const beside = { symbology: 'qr_code', text: 'T-2', size: 0.5, centre: { x: 0.75, y: 0.5 } } as const;
  const data = await one({ ...held, beside: [beside] });
  const engine = await loadWasmEngine({ bytes: await readWasmBytes() });
  const codes = engine.decode(
    { data, width: 320, height: 240 },
    { symbologies: ['qr_code'], harder: true, maximumCodes: 2 },
  );
  expect(codes.map(({ text }) => text).sort()).toEqual(['T-1', 'T-2']);
});

test('a clip with odd sides is refused', async () => {
  await expect(writeCameraClip({ path: '/nowhere.y4m', width: 321, scenes })).rejects.toThrow('even');
});
