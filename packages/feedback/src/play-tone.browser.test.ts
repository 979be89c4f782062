import { expect, test } from 'vitest';
import { type ScanSoundName, scanSounds } from './index.ts';
import { renderSound as render, SAMPLES_A_SECOND } from './testing/render-sound.ts';

const peak = (samples: Float32Array) => Math.max(...samples.map(Math.abs));

/** Each wave crosses zero twice. */
function frequencyOf(samples: Float32Array): number {
  let crossings = 0;
  for (let index = 1; index < samples.length; index++) {
    if (Math.sign(samples[index] ?? 0) !== Math.sign(samples[index - 1] ?? 0)) crossings++;
  }
  return (crossings / 2) * (SAMPLES_A_SECOND / samples.length);
}

const slice = (samples: Float32Array, fromMs: number, toMs: number) =>
  samples.slice((fromMs * SAMPLES_A_SECOND) / 1000, (toMs * SAMPLES_A_SECOND) / 1000);

test.each(Object.keys(scanSounds) as ScanSoundName[])(
  'in Chromium %s is audible without distortion, and silent after its end',
  async (name) => {
    const samples = await render(name);
    const endMs = Math.max(...scanSounds[name].map(({ startMs, lengthMs }) => startMs + lengthMs));
    expect(peak(samples)).toBeGreaterThan(0.45);
    expect(peak(samples)).toBeLessThanOrEqual(0.5);
    expect(peak(slice(samples, endMs + 5, 1000))).toBeLessThan(0.001);
  },
);

test('in Chromium a refusal falls in pitch and an acceptance rises', async () => {
  const refused = await render('refused');
  expect(frequencyOf(slice(refused, 0, 100))).toBeGreaterThan(frequencyOf(slice(refused, 280, 380)) + 80);
  const accepted = await render('accepted');
  expect(frequencyOf(slice(accepted, 0, 40))).toBeLessThan(frequencyOf(slice(accepted, 100, 140)) - 200);
});
