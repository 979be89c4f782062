import type { Point } from '@scantix/barcode-reader';
import { useEffect, useRef, useState } from 'react';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { useScanning } from '../camera-context.ts';
import { centreOf, placeOnScreen } from './place-on-screen.ts';

/** A code that one frame misses has not gone: its mark stays this long. */
const LINGER_MS = 500;

interface Mark extends Point {
  readonly text: string;
  readonly seenAt: number;
}

/** Each code's verdict where the code is in the picture. The list says the same in words. */
export function BatchMarks() {
  const { batch, frames } = useScanning();
  const box = useRef<HTMLDivElement>(null);
  const [marks, setMarks] = useState<readonly Mark[]>([]);

  useEffect(
    () =>
      frames.subscribe(({ codes }) => {
        const video = box.current?.closest('.app-stage__camera')?.querySelector('video');
        if (!video?.videoWidth) return;
        const size = { width: video.videoWidth, height: video.videoHeight };
        const shown = { width: video.clientWidth, height: video.clientHeight };
        const seenAt = performance.now();
        setMarks((before) => {
          const marks = new Map(
            before.flatMap((mark) => (seenAt - mark.seenAt < LINGER_MS ? [[mark.text, mark]] : [])),
          );
          for (const { text, corners } of codes) {
            marks.set(text, { ...placeOnScreen(centreOf(corners), size, shown), text, seenAt });
          }
          return [...marks.values()];
        });
      }),
    [frames],
  );

  return (
    <div ref={box} className="app-marks" aria-hidden="true">
      {marks.map(({ text, x, y }) => {
        const verdict = batch.scans.find(({ scan }) => scan.barcode === text)?.verdict;
        return (
          verdict && (
            <div key={text} className="app-marks__mark" style={{ translate: `${x}px ${y}px` }}>
              <VerdictIcon outcome={verdict.outcome} decorative />
            </div>
          )
        );
      })}
    </div>
  );
}
