/** Options of {@link createSoundCoalescer}. */
export interface SoundCoalescerOptions<Name extends string> {
  /** Plays the chosen sound. */
  readonly play: (name: Name) => void;
  /** Of the names requested together, the one that is first in this list is played. */
  readonly mostUrgentFirst: readonly Name[];
  /** How long names are collected after the first request, in milliseconds. @default 150 */
  readonly windowMs?: number;
  /** Runs a function later. @default setTimeout */
  readonly schedule?: (run: () => void, delayMs: number) => unknown;
}

/**
 * Creates a function that plays one sound for requests that arrive together: the most urgent of them.
 *
 * @example
 * const announce = createSoundCoalescer({ play: sounds.play, mostUrgentFirst: scanSoundsMostUrgentFirst });
 * announce('accepted');
 * announce('refused'); // only this one is played
 */
export function createSoundCoalescer<Name extends string>({
  play,
  mostUrgentFirst,
  windowMs = 150,
  schedule = (run, delayMs) => setTimeout(run, delayMs),
}: SoundCoalescerOptions<Name>): (name: Name) => void {
  let requested: Name[] = [];
  return (name) => {
    requested.push(name);
    if (requested.length > 1) return;
    schedule(() => {
      const mostUrgent = mostUrgentFirst.find((candidate) => requested.includes(candidate));
      requested = [];
      if (mostUrgent !== undefined) play(mostUrgent);
    }, windowMs);
  };
}
