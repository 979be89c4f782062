import { expect, test } from 'vitest';
import { type ScanSoundName, scanSounds } from './index.ts';
import { renderSound, SAMPLES_A_SECOND } from './testing/render-sound.ts';

const SLICE_MS = 40;
const SLICES = 12;
/** Bands of a third of an octave, from 200 Hz to 4 kHz. */
const BANDS_HZ = Array.from({ length: 14 }, (_, band) => 200 * 2 ** (band / 3));

/** The spectrum over time: how loud each band is in each slice. */
function spectrogram(samples: Float32Array): number[] {
  const length = (SAMPLES_A_SECOND * SLICE_MS) / 1000;
  const slices = Array.from({ length: SLICES }, (_, slice) => samples.subarray(slice * length, (slice + 1) * length));
  return slices.flatMap((slice) => BANDS_HZ.map((hz) => loudness(slice, hz)));
}

/** The amplitude at a frequency (Goertzel's algorithm). */
function loudness(samples: Float32Array, hz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hz) / SAMPLES_A_SECOND);
  let [last, before] = [0, 0];
  for (const sample of samples) [last, before] = [sample + factor * last - before, last];
  return Math.sqrt(Math.max(0, last ** 2 + before ** 2 - factor * last * before));
}

/** 1 for the same spectrum, 0 for spectra that share nothing. */
function likeness(one: readonly number[], other: readonly number[]): number {
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}

test('in Chromium no two sounds share more than a third of their spectrum over time', async () => {
  const names = Object.keys(scanSounds) as ScanSoundName[];
  const heard = await Promise.all(
    names.map(async (name) => ({ name, spectrum: spectrogram(await renderSound(name)) })),
  );
  const pairs = heard.flatMap((one, at) =>
    heard
      .slice(at + 1)
      .map((other) => [`${one.name} and ${other.name}`, likeness(one.spectrum, other.spectrum)] as const),
  );
  expect(pairs).toHaveLength(15);
  expect(pairs.filter(([, alike]) => alike > 1 / 3)).toEqual([]);
});
