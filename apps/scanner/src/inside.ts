import type { ComponentType, ReactNode } from 'react';
import { Chrome } from './shell/chrome.tsx';
import { Overlays } from './shell/overlays.tsx';
import { SignedIn } from './shell/signed-in.tsx';
import { type AppServices, startInside } from './start-inside.ts';
import type { StartServices } from './start-up.ts';

/** What only the signed-in need, running and ready to be shown. */
export interface Inside {
  readonly services: AppServices;
  /** Around every view. */
  readonly Chrome: ComponentType;
  /** What the views share. */
  readonly SignedIn: ComponentType<{ children: ReactNode }>;
  /** Above them: the question that is asked, the toasts. */
  readonly Overlays: ComponentType;
}

export function enter(start: StartServices): Inside {
  return { services: startInside(start), Chrome, SignedIn, Overlays };
}
