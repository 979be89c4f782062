import { type ReactNode, useEffect, useState } from 'react';

/** The click of a touch comes after the finger has left. */
const CLICK_MS = 100;

/**
 * Children that change nothing while something on the page is pressed. What comes or goes moves what is below it: where that
 * happens between a press and its release, the browser makes no click of the two.
 */
export function StillWhilePressed({ children }: { children: ReactNode }) {
  const [isPressed, setPressed] = useState(false);
  const [shown, setShown] = useState(children);
  useEffect(() => {
    const unmounted = new AbortController();
    const options = { capture: true, signal: unmounted.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const press = ({ button }: PointerEvent) => {
      clearTimeout(timer);
      // The end of a press that opens a menu of the system may be told to nobody.
      setPressed(button === 0);
    };
    const release = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setPressed(false), CLICK_MS);
    };
    window.addEventListener('pointerdown', press, options);
    window.addEventListener('pointerup', release, options);
    window.addEventListener('pointercancel', release, options);
    return () => {
      clearTimeout(timer);
      unmounted.abort();
    };
  }, []);
  if (!isPressed && shown !== children) setShown(children);
  return isPressed ? shown : children;
}
