/** What a page recorded during scanning, in milliseconds of the page's clock. */
export interface PageRecord {
  /** Frames posted to the decoder. */
  readonly framesSent: readonly number[];
  /** Codes that the decoder has read. */
  readonly decodes: readonly { readonly at: number; readonly text: string }[];
  /** Starts of tones: the tick, then those of the verdict. */
  readonly tones: readonly number[];
  /** Paints of verdicts. */
  readonly verdicts: readonly number[];
  /** Paints of halos. */
  readonly halos: readonly number[];
  /** Presses of *Next*, and of *Scan* on Home, by the time of the input itself. */
  readonly nexts: readonly number[];
  readonly scans: readonly number[];
  /** First pictures of a camera. */
  readonly pictures: readonly number[];
}

declare global {
  var pageRecord: PageRecord;
  var forgetRecord: () => void;
}

/**
 * Records what happens between camera and clerk, without changing it. Runs in the page before the app
 * (`addInitScript`).
 */
export function recordPage(): void {
  const framesSent: number[] = [];
  const decodes: { at: number; text: string }[] = [];
  const tones: number[] = [];
  const verdicts: number[] = [];
  const halos: number[] = [];
  const nexts: number[] = [];
  const scans: number[] = [];
  const pictures: number[] = [];
  globalThis.pageRecord = { framesSent, decodes, tones, verdicts, halos, nexts, scans, pictures };
  globalThis.forgetRecord = () => {
    for (const list of Object.values(globalThis.pageRecord)) list.length = 0;
  };

  globalThis.Worker = class extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        for (const { text } of data.codes ?? []) decodes.push({ at: performance.now(), text });
      });
    }
    override postMessage(message: { type?: string }, transfer: never): void {
      if (message.type === 'frame') framesSent.push(performance.now());
      super.postMessage(message, transfer);
    }
  };

  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (...args) {
    tones.push(performance.now());
    return start.apply(this, args);
  };

  const press = ({ target, timeStamp }: Event) => {
    if (!(target instanceof Element)) return;
    if (target.closest('.app-verdict__next')) nexts.push(timeStamp);
    if (target.closest('a[href="/scanner"]')) scans.push(timeStamp);
  };
  addEventListener('click', press, { capture: true });

  /** Calls back after the paint of the current frame. */
  const onPaint = (painted: () => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = painted;
      port2.postMessage(null);
    });
  let verdict: Element | null = null;
  let halo: Element | null = null;
  let video: HTMLVideoElement | null = null;
  const recordChanges = () => {
    const shown = document.querySelector('.app-verdict, .app-ribbon');
    const [edge, camera] = [document.querySelector('.app-halo'), document.querySelector('video')];
    if (shown && shown !== verdict) onPaint(() => verdicts.push(performance.now()));
    if (edge && edge !== halo) onPaint(() => halos.push(performance.now()));
    if (camera && camera !== video) camera.requestVideoFrameCallback(() => pictures.push(performance.now()));
    [verdict, halo, video] = [shown, edge, camera];
  };
  new MutationObserver(recordChanges).observe(document, { childList: true, subtree: true });
}
