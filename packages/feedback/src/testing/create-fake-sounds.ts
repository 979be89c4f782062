import type { Sounds } from '../index.ts';

/** A set of sounds, or of vibrations, that records the played names. */
export interface FakeSounds<Name extends string> extends Sounds<Name> {
  /** The names in the order in which they were played. */
  readonly played: readonly Name[];
}

/** Creates sounds or vibrations that only record what is played. */
export function createFakeSounds<Name extends string>(): FakeSounds<Name> {
  const played: Name[] = [];
  return { played, play: (name) => void played.push(name) };
}
