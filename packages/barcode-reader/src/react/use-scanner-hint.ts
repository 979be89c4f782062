import { useEffect, useState } from 'react';
import { type Camera, createHintWatch, type FrameFeed, type ScannerHint } from '../index.ts';

/** The hint to show while the camera is live; `null` for none. */
export function useScannerHint(camera: Camera, frames: FrameFeed): ScannerHint | null {
  const [hint, setHint] = useState<ScannerHint | null>(null);
  useEffect(() => {
    const watch = createHintWatch();
    return frames.subscribe((report) => {
      const state = camera.getSnapshot();
      if (state.status === 'live') setHint(watch.observe(report, state));
    });
  }, [camera, frames]);
  return hint;
}
