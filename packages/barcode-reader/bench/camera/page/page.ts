import { readStamp, stampPlace } from './frame-stamp.ts';
import type { Subject } from './subject.ts';

/** The events on the page, by its own clock in milliseconds. */
export interface PageRecord {
  /** From the request of the camera to its first picture. */
  readonly liveMs: number;
  /** Every call of `onRead`, with its text. */
  readonly reads: readonly { readonly at: number; readonly text: string }[];
  /** Which frame of the session was shown when. */
  readonly stamps: readonly { readonly at: number; readonly frame: number }[];
  /** Main-thread tasks of more than 50 ms. */
  readonly longTasks: readonly { readonly at: number; readonly ms: number }[];
  /** The number of pictures that the page showed. */
  readonly pictures: number;
}

const subjects: Readonly<Record<string, () => Promise<Subject>>> = {
  ours: async () => (await import('./ours.ts')).ours,
  'camera alone': async () => (await import('./camera-alone.ts')).cameraAlone,
  'zxing-wasm in a worker': async () => (await import('./zxing-wasm.ts')).zxingWasm,
  'barcode-detector': async () => (await import('./barcode-detector.ts')).barcodeDetector,
  '@zxing/browser': async () => (await import('./zxing-browser.ts')).zxingBrowser,
  'html5-qrcode': async () => (await import('./html5-qrcode.ts')).html5Qrcode,
};

/** Reading a stamp takes a few milliseconds of the page. */
const msBetweenStamps = 500;

/** Runs one subject until the session reaches `lastFrame`. */
async function runSession(name: string, lastFrame: number): Promise<PageRecord> {
  const host = document.createElement('div');
  host.id = 'host';
  document.body.append(host);
  const subject = await subjects[name]?.();
  if (!subject) throw new Error(`No such subject: ${name}`);
  const reads: { at: number; text: string }[] = [];
  const stamps: { at: number; frame: number }[] = [];
  const longTasks: { at: number; ms: number }[] = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask' });

  const startedAt = performance.now();
  const video = await new Promise<HTMLVideoElement>((found, failed) => {
    const look = () => {
      const element = host.querySelector('video');
      if (element) found(element);
      else requestAnimationFrame(look);
    };
    look();
    subject(host, (text) => reads.push({ at: performance.now(), text })).catch(failed);
  });

  return new Promise((done) => {
    let liveMs = 0;
    let pictures = 0;
    const onPicture = () => {
      if (pictures === 0) liveMs = performance.now() - startedAt;
      if (pictures === 0 || performance.now() - (stamps.at(-1)?.at ?? 0) >= msBetweenStamps) {
        const frame = stampOf(video);
        // The camera plays the clip in a loop: a smaller number means that it has restarted.
        if (frame >= lastFrame || frame < (stamps.at(-1)?.frame ?? 0)) {
          done({ liveMs, reads, stamps, longTasks, pictures });
          return;
        }
        stamps.push({ at: performance.now(), frame });
      }
      pictures++;
      video.requestVideoFrameCallback(onPicture);
    };
    video.requestVideoFrameCallback(onPicture);
  });
}

const canvas = document.createElement('canvas');

function stampOf(video: HTMLVideoElement): number {
  const { left, top, width, height, bits } = stampPlace(video.videoHeight);
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser draws nothing.');
  context.drawImage(video, left, top, width, height, 0, 0, width, height);
  const square = width / bits;
  const brightness = Array.from({ length: bits }, (_, bit) => {
    const [grey = 0] = context.getImageData((bit + 0.5) * square, height / 2, 1, 1).data;
    return grey;
  });
  return readStamp(brightness);
}

declare global {
  var session: { readonly run: typeof runSession };
}
globalThis.session = { run: runSession };
