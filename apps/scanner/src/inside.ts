import type { Inside, StartServices } from './services.ts';
import { Chrome } from './shell/chrome.tsx';
import { Overlays } from './shell/overlays.tsx';
import { SignedIn } from './shell/signed-in.tsx';
import { startInside } from './start-inside.ts';

export function enter(start: StartServices): Inside {
  return { services: startInside(start), Chrome, SignedIn, Overlays };
}
