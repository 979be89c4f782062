/** A vibration in milliseconds, or alternating vibrations and pauses. */
export type VibrationPattern = number | readonly number[];

/** A set of named vibrations. */
export interface Vibration<Name extends string> {
  /** Vibrates; does nothing when vibration is disabled or the device has no motor. */
  play(name: Name): void;
}

/** Options of {@link createVibration}. */
export interface VibrationOptions<Name extends string> {
  /** The pattern of each vibration. */
  readonly patterns: Readonly<Record<Name, VibrationPattern>>;
  /** Read before each vibration. @default () => true */
  readonly isEnabled?: () => boolean;
  /** Drives the motor. @default navigator.vibrate, where the browser has it and someone has used the page */
  readonly vibrate?: (pattern: VibrationPattern) => unknown;
}

/**
 * Creates a set of vibrations.
 *
 * @example
 * const vibration = createVibration({ patterns: { tick: 30 } });
 * vibration.play('tick');
 */
export function createVibration<Name extends string>({
  patterns,
  isEnabled = () => true,
  vibrate = vibrateDevice,
}: VibrationOptions<Name>): Vibration<Name> {
  return {
    play(name) {
      if (isEnabled()) vibrate(patterns[name]);
    },
  };
}

/** Chromium blocks the motor, and logs an error for each attempt, until someone has tapped the page or pressed a key. */
function vibrateDevice(pattern: VibrationPattern): void {
  if (globalThis.navigator?.userActivation?.hasBeenActive === false) return;
  globalThis.navigator?.vibrate?.(typeof pattern === 'number' ? pattern : [...pattern]);
}
