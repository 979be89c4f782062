import type { AudioOutput } from './create-speaker.ts';
import type { Tone } from './tone.ts';

/** The gain at full volume: small loudspeakers play it without distortion. */
const MAXIMUM_GAIN = 0.5;

/** A tone that stops at full gain ends with an audible click. */
const FADE_OUT_SECONDS = 0.02;

/** Schedules one tone. `volume` is between 0 and 1. */
export function playTone(output: AudioOutput, { fromHz, toHz, startMs, lengthMs }: Tone, volume: number): void {
  const start = output.currentTime + startMs / 1000;
  const end = start + lengthMs / 1000;
  const loudness = volume * MAXIMUM_GAIN;

  const oscillator = output.createOscillator();
  oscillator.type = 'triangle';
  oscillator.frequency.setValueAtTime(fromHz, start);
  oscillator.frequency.linearRampToValueAtTime(toHz, end);

  const gain = output.createGain();
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.setValueAtTime(loudness, Math.max(start, end - FADE_OUT_SECONDS));
  gain.gain.linearRampToValueAtTime(0, end);

  oscillator.connect(gain).connect(output.destination);
  oscillator.start(start);
  oscillator.stop(end);
}
