import { createListeners } from '@scantix/runtime-utils';
import type { CameraEvent } from './camera-event.ts';
import { type CameraModel, closedCamera } from './camera-model.ts';
import type { CameraState } from './camera-state.ts';
import { transition } from './transition.ts';

/** The camera's model and the listeners of its public state. */
export type CameraStore = ReturnType<typeof createCameraStore>;

/** Creates the store. `apply` carries out what a new state means, before the listeners are notified. */
export function createCameraStore(apply: (next: CameraState, previous: CameraState) => void) {
  const { subscribe, notify } = createListeners();
  let model: CameraModel = closedCamera;

  return {
    model: () => model,
    /** Handles an event; listeners are notified when the public state changes. */
    dispatch(event: CameraEvent): void {
      const previous = model.state;
      model = transition(model, event);
      const next = model.state;
      if (next === previous) return;
      apply(next, previous);
      notify();
    },
    subscribe,
  };
}
