import { createConfirmationBus, createToastBus } from '@scantix/ui-shell';
import type { SignedInApp, StartServices } from './services/services.ts';
import { Chrome } from './shell/chrome.tsx';
import { Overlays } from './shell/overlays.tsx';
import { SignedIn } from './shell/signed-in.tsx';
import { startSignedIn } from './start-signed-in.ts';

/** The part of the app that only signed-in users need. {@link createSignedInAppLoader} imports this file on demand. */
export function createSignedInApp(start: StartServices): SignedInApp {
  const services = startSignedIn(start);
  const openSession = () => ({ ...services, confirmations: createConfirmationBus(), toasts: createToastBus() });
  return { openSession, Chrome, SignedIn, Overlays };
}
