'use client';

export { BarcodeViewfinder, type BarcodeViewfinderProps } from './barcode-viewfinder.tsx';
export { type CameraVisitState, useCameraVisit } from './use-camera-visit.ts';
export { type ReadingOptions, useReading } from './use-reading.ts';
export { useScannerHint } from './use-scanner-hint.ts';
export { useCameraState } from './use-snapshot.ts';
