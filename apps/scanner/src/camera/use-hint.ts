import { useEffect, useState } from 'react';
import { createHintWatch } from '../scan/hints/create-hint-watch.ts';
import type { ScannerHint } from '../scan/hints/hint-at.ts';
import { useScanning } from './camera-context.ts';

/** What to ask of the person now, by what the frames look like; `null` while all is well. */
export function useHint(): ScannerHint | null {
  const { camera, frames } = useScanning();
  const [hint, setHint] = useState<ScannerHint | null>(null);
  useEffect(() => {
    const watch = createHintWatch();
    return frames.subscribe((report) => {
      const state = camera.getSnapshot();
      if (state.status !== 'live') return;
      const { torchOn, zoom, capabilities } = state;
      const canZoomIn = capabilities.zoom !== null && capabilities.zoom.maximum >= 2 && zoom < 2;
      setHint(watch.look(report, { torchOn, canZoomIn }));
    });
  }, [camera, frames]);
  return hint;
}
