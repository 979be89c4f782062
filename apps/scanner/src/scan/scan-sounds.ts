import type { Outcome } from '@scantix/api-contract';

/** One tone: from one pitch to another in Hz, within milliseconds from its start. */
interface Tone {
  readonly from: number;
  readonly to: number;
  readonly startMs: number;
  readonly lengthMs: number;
}

const TICK: readonly Tone[] = [{ from: 2000, to: 2000, startMs: 0, lengthMs: 40 }];

const VERDICTS: Record<Outcome, readonly Tone[]> = {
  accepted: [{ from: 1200, to: 1800, startMs: 0, lengthMs: 160 }],
  attention: [0, 160, 320].map((startMs) => ({ from: 800, to: 800, startMs, lengthMs: 100 })),
  refused: [{ from: 400, to: 250, startMs: 0, lengthMs: 400 }],
  undecided: [{ from: 900, to: 900, startMs: 0, lengthMs: 200 }],
};

/** The gain at full volume: what small loudspeakers play without distortion. */
const LOUDEST = 0.5;

/** The sounds of scanning: short, told apart without looking, silent until a gesture has unlocked the speaker. */
export interface ScanSounds {
  tick(): void;
  play(outcome: Outcome): void;
}

export interface ScanSoundsOptions {
  readonly isEnabled: () => boolean;
  /** From 0 to 1, asked before each sound. @default 0.8 */
  readonly volume?: () => number;
  /** Called on first use. @default a new AudioContext */
  readonly createContext?: () => AudioContext;
}

export function createScanSounds({
  isEnabled,
  volume = () => 0.8,
  createContext = () => new AudioContext(),
}: ScanSoundsOptions): ScanSounds {
  let context: AudioContext | null = null;
  const play = (tones: readonly Tone[]) => {
    if (!isEnabled()) return;
    try {
      context ??= createContext();
      if (context.state === 'suspended') void context.resume();
      for (const tone of tones) playTone(context, tone, volume() * LOUDEST);
    } catch {
      // A device without audio still shows every verdict.
    }
  };
  return {
    tick: () => play(TICK),
    play: (outcome) => play(VERDICTS[outcome]),
  };
}

function playTone(context: AudioContext, { from, to, startMs, lengthMs }: Tone, loudness: number): void {
  const start = context.currentTime + startMs / 1000;
  const end = start + lengthMs / 1000;
  const oscillator = new OscillatorNode(context, { type: 'triangle', frequency: from });
  oscillator.frequency.linearRampToValueAtTime(to, end);
  const gain = new GainNode(context, { gain: loudness });
  gain.gain.setValueAtTime(loudness, Math.max(start, end - 0.02));
  gain.gain.linearRampToValueAtTime(0, end);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(end);
}
