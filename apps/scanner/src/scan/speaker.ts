/** The device's loudspeaker: one audio context for the page. */
export interface Speaker {
  /** Makes the context on first use. */
  open(): AudioContext;
  /** Call it in a user's gesture: browsers keep audio silent before one. */
  unlock(): void;
}

export function createSpeaker({
  createContext = () => new AudioContext(),
}: {
  readonly createContext?: () => AudioContext;
} = {}): Speaker {
  let context: AudioContext | null = null;
  const open = () => {
    context ??= createContext();
    return context;
  };
  return {
    open,
    unlock() {
      try {
        if (open().state === 'suspended') void open().resume();
      } catch {
        // A device without audio still shows every verdict.
      }
    },
  };
}
