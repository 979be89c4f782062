import { centreOf, type Point, pointOnScreen } from '@scantix/barcode-reader';
import type { LedgerScan } from '@scantix/scan-ledger';
import { useEffect, useRef, useState } from 'react';
import { VerdictIcon } from '../verdict/verdict-icon.tsx';
import { lookOf } from '../verdict/verdict-look.ts';
import { useScanning } from './camera-context.ts';

/** How long a mark stays after the last frame that showed its code: single frames may miss it. */
const MARK_MS = 500;

interface Mark {
  readonly text: string;
  readonly corners: readonly Point[];
  readonly seenAt: number;
}

/** Outlines each code of the batch in the camera picture, with its verdict. The list has the same in words. */
export function BatchMarks({ scans }: { scans: readonly LedgerScan[] }) {
  const { frames } = useScanning();
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
          const marks = new Map(before.flatMap((mark) => (seenAt - mark.seenAt < MARK_MS ? [[mark.text, mark]] : [])));
          for (const { text, corners } of codes) {
            marks.set(text, { text, corners: corners.map((corner) => pointOnScreen(corner, size, shown)), seenAt });
          }
          return [...marks.values()];
        });
      }),
    [frames],
  );

  return (
    <div ref={box} className="app-marks" aria-hidden="true">
      {marks.map(({ text, corners }) => {
        const scan = scans.find((entry) => entry.scan.barcode === text);
        if (!scan) return null;
        const { x, y } = centreOf(corners);
        const points = corners.map((corner) => `${corner.x},${corner.y}`).join(' ');
        const look = scan.verdict && lookOf(scan.verdict, { isUndone: scan.tally === 'undone' });
        return (
          <div key={text} className={`app-marks__mark${look ? ` app-marks__mark--${look}` : ''}`}>
            <svg aria-hidden="true">
              <polygon points={points} />
              <polygon points={points} />
            </svg>
            {look && (
              <span style={{ translate: `${x}px ${y}px` }}>
                <VerdictIcon outcome={look} decorative />
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}
