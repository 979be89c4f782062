import { useEffect, useState } from 'react';
import { type Camera, createHintWatch, type FrameFeed, type ScannerHint } from '../index.ts';

/** The hint to show while the camera is live; `null` for none. The wait for a code begins anew when the camera opens. */
export function useScannerHint(camera: Camera, frames: FrameFeed): ScannerHint | null {
  const [hint, setHint] = useState<ScannerHint | null>(null);
  useEffect(() => {
    let watch = createHintWatch();
    let stream: MediaStream | null = null;
    return frames.subscribe((report) => {
      const state = camera.getSnapshot();
      if (state.status !== 'live') return;
      if (state.stream !== stream) watch = createHintWatch();
      stream = state.stream;
      setHint(watch.observe(report, state));
    });
  }, [camera, frames]);
  return hint;
}
