import { createListeners } from '@scantix/runtime-utils';
import type { Camera } from '../camera/camera.ts';
import type { FrameFeed } from '../frames/frame-feed.ts';
import type { Timers } from '../ports/timers.ts';
import { createIdleTimer, type IdleTimer } from './create-idle-timer.ts';
import { keepScreenOn, type ScreenWakeLock, type VisibilityDocument } from './keep-screen-on.ts';
import { onPress, onVisible } from './person-events.ts';
import { willPrompt } from './will-prompt.ts';

/**
 * The phase of a visit: `asking` the browser whether it will prompt, `explaining` before it does, `running`, or `paused`
 * because nobody was there.
 */
export type CameraPhase = 'asking' | 'explaining' | 'running' | 'paused';

/** Options of a visit. */
export interface CameraVisitOptions {
  readonly camera: Camera;
  /** A code in view counts as activity. */
  readonly frames: Pick<FrameFeed, 'subscribe'>;
  /**
   * A visit pauses after so many milliseconds without input and without a code in view, and in any case a minute after the
   * page was hidden. @default 60000
   */
  readonly idleAfterMs?: number;
  /** @default the global timers */
  readonly timers?: Timers;
  /** @default document */
  readonly document?: VisibilityDocument;
  /** Where input is captured. @default window */
  readonly window?: EventTarget;
  /** @default navigator.wakeLock, where the browser has it */
  readonly wakeLock?: ScreenWakeLock;
  /** Whether the page is a secure context. @default globalThis.isSecureContext */
  readonly isSecureContext?: boolean;
}

/** One stay of a person at the camera: explains before the browser prompts, and pauses when the person is away. */
export interface CameraVisit {
  /** Begins a visit in the phase `asking`. */
  start(): void;
  /** Ends the visit; the camera stays as it is. */
  stop(): void;
  /** Goes on to `running`: the person has agreed to the prompt, or is back. */
  run(): void;
  /** Changes the wait before a pause, and starts it again. */
  setIdleAfter(idleAfterMs: number | undefined): void;
  getSnapshot(): CameraPhase;
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

/**
 * Creates a visit. While it runs, the screen stays on; any input or a code in view counts as activity. A pause closes
 * the camera, because an open one films and drains the battery; the end of a pause opens it again.
 *
 * @example
 * const visit = createCameraVisit({ camera, frames });
 * visit.subscribe(() => render(visit.getSnapshot()));
 * visit.start();
 */
export function createCameraVisit(options: CameraVisitOptions): CameraVisit {
  const { camera, frames } = options;
  let { idleAfterMs } = options;
  const { subscribe, notify } = createListeners();
  let phase: CameraPhase = 'asking';
  let leavePhase = new AbortController();

  const begin: Record<CameraPhase, (signal: AbortSignal) => void> = {
    asking: (signal) => void ask(signal),
    explaining() {},
    running: watchActivity,
    paused: watchReturn,
  };

  function enter(next: CameraPhase) {
    leavePhase.abort();
    leavePhase = new AbortController();
    const hasChanged = phase !== next;
    phase = next;
    begin[next](leavePhase.signal);
    if (hasChanged) notify();
  }

  async function ask(signal: AbortSignal) {
    const isPromptExpected = await willPrompt(camera, options);
    if (!signal.aborted) enter(isPromptExpected ? 'explaining' : 'running');
  }

  function watchActivity(signal: AbortSignal) {
    const { timers, document = globalThis.document } = options;
    const idle = createIdleTimer({ onIdle: pause, idleAfterMs, timers });
    let unseen: IdleTimer | null = null;
    // The minutes begin with the picture: a prompt of the browser or another program may have kept it back for longer.
    let wasLive = isLive();
    const unfollow = camera.subscribe(() => {
      if (isLive() && !wasLive) {
        idle.touch();
        unseen?.touch();
      }
      wasLive = isLive();
    });
    const unsubscribe = frames.subscribe(({ codes }) => codes.length > 0 && idle.touch());
    onPress('pointerdown', idle.touch, { window: options.window, signal });
    const onVisibility = () => {
      unseen?.stop();
      unseen = null;
      if (document.visibilityState === 'visible') idle.touch();
      // The default time: a long `idleAfterMs` is for who looks at the picture.
      else unseen = createIdleTimer({ onIdle: pause, timers });
    };
    document.addEventListener('visibilitychange', onVisibility, { signal });
    if (document.visibilityState !== 'visible') onVisibility();
    const letScreenTurnOff = keepScreenOn(options);
    signal.addEventListener('abort', () => {
      idle.stop();
      unseen?.stop();
      unsubscribe();
      unfollow();
      letScreenTurnOff();
    });
  }

  const isLive = () => camera.getSnapshot().status === 'live';

  function pause() {
    if (!isLive()) return;
    camera.close();
    enter('paused');
  }

  function watchReturn(signal: AbortSignal) {
    // Browsers count the end of a touch as a gesture, not its start; within a gesture they may prompt again.
    onPress('pointerup', resume, { window: options.window, signal });
    const resumeWithoutPrompt = async () => {
      if ((await camera.queryPermission()) === 'granted' && !signal.aborted) resume();
    };
    onVisible(() => void resumeWithoutPrompt(), { document: options.document, signal });
  }

  function resume() {
    enter('running');
    void camera.open();
  }

  return {
    start: () => enter('asking'),
    stop() {
      leavePhase.abort();
    },
    run() {
      if (phase === 'paused') resume();
      else if (phase !== 'running') enter('running');
    },
    setIdleAfter(ms) {
      idleAfterMs = ms;
      if (phase === 'running' && !leavePhase.signal.aborted) enter('running');
    },
    getSnapshot: () => phase,
    subscribe,
  };
}
