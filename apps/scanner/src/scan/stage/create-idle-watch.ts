export interface IdleWatch {
  /** Somebody is there. */
  touch(): void;
  stop(): void;
}

export interface IdleOptions {
  readonly onIdle: () => void;
  /** @default 60000 */
  readonly afterMs?: number;
}

/** Tells once when nobody was there for a while, counting from its making. */
export function createIdleWatch({ onIdle, afterMs = 60_000 }: IdleOptions): IdleWatch {
  let timer = setTimeout(onIdle, afterMs);
  return {
    touch() {
      clearTimeout(timer);
      timer = setTimeout(onIdle, afterMs);
    },
    stop: () => clearTimeout(timer),
  };
}
