import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type Camera, type CameraPhase, type CameraVisitOptions, createCameraVisit, type FrameFeed } from '../index.ts';

/** The phase of the visit, and how to go on from `explaining` or `paused`. */
export interface CameraVisitState {
  readonly phase: CameraPhase;
  /** The person has agreed to the browser's prompt, or is back. */
  readonly run: () => void;
}

/**
 * A visit to the camera for as long as the component is mounted.
 *
 * @example
 * const { phase, run } = useCameraVisit(camera, frames);
 * return phase === 'explaining' ? <AllowCamera onContinue={run} /> : <Viewfinder />;
 */
export function useCameraVisit(
  camera: Camera,
  frames: FrameFeed,
  { idleAfterMs }: Pick<CameraVisitOptions, 'idleAfterMs'> = {},
): CameraVisitState {
  const visit = useMemo(() => createCameraVisit({ camera, frames }), [camera, frames]);
  useEffect(() => {
    visit.start();
    return () => visit.stop();
  }, [visit]);
  // Another wait is no other visit, which would ask for the camera anew.
  useEffect(() => visit.setIdleAfter(idleAfterMs), [visit, idleAfterMs]);
  const phase = useSyncExternalStore(visit.subscribe, visit.getSnapshot, visit.getSnapshot);
  return useMemo(() => ({ phase, run: visit.run }), [phase, visit]);
}
