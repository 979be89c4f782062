import { pointOnScreen } from '@scantix/barcode-reader';
import { useLayoutEffect, useRef, useState } from 'react';
import type { VerdictLook } from '../verdict/verdict-look.ts';
import '../styles/halo.css';
import { useScanning } from './camera-context.ts';

interface HaloProps {
  readonly look: VerdictLook;
  /** The code that the verdict is about. */
  readonly barcode: string;
}

/**
 * The verdict at the edge of the picture and around the code itself, seen from the corner of the eye. Each look has a
 * colour, a shape of its corners and a pattern of its line. The verdict beside it has the same in words.
 */
export function Halo({ look, barcode }: HaloProps) {
  const { seen } = useScanning();
  const box = useRef<HTMLDivElement>(null);
  const [points, setPoints] = useState<string | null>(null);
  // Before the paint: the outline is no later than the verdict.
  useLayoutEffect(() => {
    const video = box.current?.closest('.app-stage__camera')?.querySelector('video');
    const corners = seen.of(barcode);
    if (!corners || !video?.videoWidth) return;
    const size = { width: video.videoWidth, height: video.videoHeight };
    const shown = { width: video.clientWidth, height: video.clientHeight };
    const places = corners.map((corner) => pointOnScreen(corner, size, shown));
    setPoints(places.map(({ x, y }) => `${x},${y}`).join(' '));
  }, [barcode, seen]);
  return (
    <div ref={box} className={`app-halo app-halo--${look}`} aria-hidden="true">
      {points && (
        <svg aria-hidden="true">
          <polygon points={points} />
          <polygon points={points} />
        </svg>
      )}
      <i className="app-halo__edge" />
    </div>
  );
}
