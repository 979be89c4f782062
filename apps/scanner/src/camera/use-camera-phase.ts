import type { Camera } from '@scantix/barcode-reader';
import { useEffect, useState } from 'react';
import { createIdleWatch } from '../scan/stage/create-idle-watch.ts';
import { keepAwake } from '../scan/stage/keep-awake.ts';
import type { FrameFeed } from './frame-feed.ts';

/**
 * Where a visit stands: `asking` the browser whether it will prompt, `explaining` before it does, `running`, or
 * `paused` because nobody was there.
 */
export type CameraPhase = 'asking' | 'explaining' | 'running' | 'paused';

export interface CameraStageState {
  readonly phase: CameraPhase;
  /** The person agreed to be asked for the camera, or is back. */
  readonly run: () => void;
}

/**
 * While it runs the screen stays on; whatever a person does, or a code in view, counts as being there. A pause closes the
 * camera (docs/decisions/0010-a-pause-closes-the-camera.md).
 */
export function useCameraPhase(camera: Camera, frames: FrameFeed): CameraStageState {
  const [phase, setPhase] = useState<CameraPhase>('asking');

  useEffect(() => {
    let gone = false;
    void willPrompt(camera).then((prompt) => gone || setPhase(prompt ? 'explaining' : 'running'));
    return () => {
      gone = true;
    };
  }, [camera]);

  useEffect(() => {
    if (phase !== 'running') return;
    const idle = createIdleWatch({
      onIdle() {
        if (camera.getSnapshot().status !== 'live') return;
        camera.close();
        setPhase('paused');
      },
    });
    const unsubscribe = frames.subscribe(({ codes }) => codes.length > 0 && idle.touch());
    const abort = new AbortController();
    onPress('pointerdown', idle.touch, abort.signal);
    onReturn(idle.touch, abort.signal);
    const letSleep = keepAwake();
    return () => {
      idle.stop();
      unsubscribe();
      abort.abort();
      letSleep();
    };
  }, [phase, camera, frames]);

  useEffect(() => {
    if (phase !== 'paused') return;
    const abort = new AbortController();
    const { signal } = abort;
    const resume = () => {
      if (signal.aborted) return;
      setPhase('running');
      void camera.open();
    };
    // Browsers count the end of a touch as a gesture, not its beginning, and may ask again without one.
    onPress('pointerup', resume, signal);
    const resumeUnasked = async () => (await camera.queryPermission()) === 'granted' && resume();
    onReturn(() => void resumeUnasked(), signal);
    return () => abort.abort();
  }, [phase, camera]);

  return { phase, run: () => setPhase('running') };
}

/** Whether the browser would ask the person. Without a camera or a secure page there is nothing to explain. */
async function willPrompt(camera: Camera): Promise<boolean> {
  if (!window.isSecureContext || (await camera.queryPermission()) !== 'prompt') return false;
  return (await camera.listLenses()).length > 0;
}

/** A person presses or types, whatever has the focus. */
function onPress(pointer: 'pointerdown' | 'pointerup', listener: () => void, signal: AbortSignal): void {
  window.addEventListener(pointer, listener, { signal, capture: true });
  window.addEventListener('keydown', listener, { signal, capture: true });
}

/** Somebody comes back to the page. */
function onReturn(listener: () => void, signal: AbortSignal): void {
  const onVisibility = () => document.visibilityState === 'visible' && listener();
  document.addEventListener('visibilitychange', onVisibility, { signal });
}
