import { type BarcodeRead, centreOf } from '@scantix/barcode-reader';
import { useRef } from 'react';

/** Gathers the reads of one frame and hands them on together, from the top of the picture to its foot. */
export function useBatchReads(take: (reads: readonly BarcodeRead[]) => void): (read: BarcodeRead) => void {
  const gathered = useRef<BarcodeRead[]>([]);
  return (read) => {
    if (gathered.current.push(read) > 1) return;
    // The reader reports those of one frame in one task.
    queueMicrotask(() => {
      const reads = gathered.current;
      gathered.current = [];
      take(reads.toSorted((one, other) => placeOf(one) - placeOf(other)));
    });
  };
}

const placeOf = ({ corners }: BarcodeRead) => centreOf(corners).y;
