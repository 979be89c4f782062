import type { AuthSession } from '@scantix/auth-session';
import { createConfirmationBus, createToastBus } from '@scantix/ui-shell';
import type { SignedInApp, StartServices } from './services/services.ts';
import { Chrome } from './shell/chrome.tsx';
import { Overlays } from './shell/overlays.tsx';
import { SignedIn } from './shell/signed-in.tsx';
import { startSignedIn } from './start-signed-in.ts';

/** The part of the app that only signed-in users need. {@link createSignedInAppLoader} imports this file on demand. */
export function createSignedInApp(start: StartServices): SignedInApp {
  // Assigned to, because a spread would read the buses once.
  const services = Object.assign(createSessionBuses(start.session), startSignedIn(start));
  return { services, Chrome, SignedIn, Overlays };
}

/** The buses of dialog and toasts: new ones for each user. A closure of an ended session keeps the old ones. */
function createSessionBuses(session: AuthSession) {
  const userId = () => {
    const state = session.getSnapshot();
    return state.status === 'signed-in' ? state.user.id : null;
  };
  const create = () => ({ owner: userId(), confirmations: createConfirmationBus(), toasts: createToastBus() });
  let buses = create();
  session.subscribe(() => {
    if (userId() !== buses.owner) buses = create();
  });
  return {
    get confirmations() {
      return buses.confirmations;
    },
    get toasts() {
      return buses.toasts;
    },
  };
}
