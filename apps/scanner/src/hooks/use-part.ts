import { useEffect, useState } from 'react';

/** Code that is loaded when a view first wants it. */
export interface Part<Value extends object> {
  /** Loads it; after a failure the next call tries once more. */
  readonly load: () => Promise<Value>;
  /** What has been loaded; `null` before. */
  readonly loaded: () => Value | null;
}

export function createPart<Value extends object>(load: () => Promise<Value>): Part<Value> {
  let value: Value | null = null;
  return {
    async load() {
      value ??= await load();
      return value;
    },
    loaded: () => value,
  };
}

/**
 * A part of a view, loaded while `isWanted`. Unlike React's `lazy` it throws nothing: without a network the rest of the
 * view stays, and the part is loaded when there is one again.
 */
export function usePart<Value extends object>(part: Part<Value>, isWanted: boolean) {
  const [value, setValue] = useState(part.loaded);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isMissing = value === null;
  useEffect(() => {
    if (!isWanted || !isMissing) return;
    let unmounted = false;
    const load = () => {
      part.load().then(
        (loaded) => unmounted || setValue(loaded),
        () => unmounted || setFailed(true),
      );
    };
    load();
    window.addEventListener('online', load);
    return () => {
      unmounted = true;
      window.removeEventListener('online', load);
    };
  }, [part, isWanted, isMissing, attempt]);
  return {
    value: value ?? part.loaded(),
    failed: failed && isMissing,
    retry() {
      setFailed(false);
      setAttempt((count) => count + 1);
    },
  };
}
