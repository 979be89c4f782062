import type { AudioOutput, Tone } from '../index.ts';

/** A tone as the audio output received it. */
export interface PlayedTone extends Tone {
  /** The gain, between 0 and 1. */
  readonly gain: number;
}

/** An audio output that records tones instead of playing them. */
export interface FakeAudioOutput extends AudioOutput {
  /** The tones in the order in which they were scheduled. */
  readonly tones: readonly PlayedTone[];
}

interface Scheduled {
  readonly value: number;
  readonly time: number;
}

class FakeParameter {
  readonly values: Scheduled[] = [];

  setValueAtTime(value: number, time: number): void {
    this.values.push({ value, time });
  }

  linearRampToValueAtTime(value: number, time: number): void {
    this.values.push({ value, time });
  }
}

/** Creates an audio output for tests. It runs after `resume()`, as a browser's does in a gesture; a closed one does not. */
export function createFakeAudioOutput({
  state = 'running',
}: {
  readonly state?: AudioContextState;
} = {}): FakeAudioOutput {
  const tones: PlayedTone[] = [];
  const output = {
    state,
    currentTime: 0,
    destination: {},
    tones,
    async resume() {
      if (output.state === 'closed') throw new DOMException('closed', 'InvalidStateError');
      output.state = 'running';
    },
    createGain: () => ({ gain: new FakeParameter(), connect: (next: unknown) => next }),
    createOscillator() {
      const frequency = new FakeParameter();
      let gain = 1;
      return {
        frequency,
        connect(next: { gain: FakeParameter }) {
          gain = next.gain.values[0]?.value ?? 1;
          return next;
        },
        start() {
          const [from, to] = frequency.values;
          if (!from || !to) throw new Error('A tone starts without a pitch.');
          const milliseconds = (seconds: number) => Math.round(seconds * 1000);
          tones.push({
            fromHz: from.value,
            toHz: to.value,
            startMs: milliseconds(from.time),
            lengthMs: milliseconds(to.time - from.time),
            gain,
          });
        },
        stop() {},
      };
    },
  };
  return output as unknown as FakeAudioOutput;
}
