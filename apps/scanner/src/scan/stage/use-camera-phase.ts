import type { Camera } from '@scantix/barcode-reader';
import { useEffect, useState } from 'react';
import type { FrameFeed } from '../frame-feed.ts';
import { createIdleWatch } from './create-idle-watch.ts';
import { keepAwake } from './keep-awake.ts';

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

/** While it runs the screen stays on; whatever a person does, or a code in view, counts as being there. */
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
    const unfollow = followPresence(idle.touch);
    const letSleep = keepAwake();
    return () => {
      idle.stop();
      unsubscribe();
      unfollow();
      letSleep();
    };
  }, [phase, camera, frames]);

  useEffect(() => {
    if (phase !== 'paused') return;
    return followPresence(() => {
      setPhase('running');
      void camera.open();
    });
  }, [phase, camera]);

  return { phase, run: () => setPhase('running') };
}

/** Whether the browser would ask the person. Without a camera or a secure page there is nothing to explain. */
async function willPrompt(camera: Camera): Promise<boolean> {
  if (!window.isSecureContext || (await camera.queryPermission()) !== 'prompt') return false;
  return (await camera.listLenses()).length > 0;
}

function followPresence(listener: () => void): () => void {
  const abort = new AbortController();
  const options = { signal: abort.signal, capture: true };
  window.addEventListener('pointerdown', listener, options);
  window.addEventListener('keydown', listener, options);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && listener(), options);
  return () => abort.abort();
}
