import { type ApiClient, createApiClient, postScans } from '@scantix/api-contract';
import type { AuthSession } from '@scantix/auth-session';
import type { DeviceIdentity } from '@scantix/device-id';
import { createScanLedger, type ScanLedger } from '@scantix/scan-ledger';
import { createScanLedgerAtoms } from '@scantix/scan-ledger/react';
import { type ConfirmationBus, createConfirmationBus, createToastBus, type ToastBus } from '@scantix/ui-shell';
import type { StartAtoms } from './app-atoms.ts';
import { logLedgerEvents } from './debug-events.ts';
import { createPreferenceAtoms } from './preferences.ts';
import { createScanDesk, type ScanDesk } from './scan/scan-desk.ts';
import { createScanSounds, type ScanSounds } from './scan/scan-sounds.ts';
import type { StartServices } from './start-up.ts';

/** Everything that the views of somebody signed in work with, made once and wired here and in start-up.ts. */
export interface AppServices extends Omit<StartServices, 'atoms'> {
  readonly api: ApiClient;
  readonly ledger: ScanLedger;
  readonly sounds: ScanSounds;
  readonly desk: ScanDesk;
  readonly confirmations: ConfirmationBus;
  readonly toasts: ToastBus;
  readonly atoms: AppAtoms;
}

type AppAtoms = StartAtoms & ReturnType<typeof createScanLedgerAtoms> & ReturnType<typeof createPreferenceAtoms>;

/**
 * The second half of the composition root: what a sign-in needs not wait for. It is loaded and started with the first
 * session of the page, restored or new, and goes on whoever signs out and in.
 */
export function startInside(start: StartServices): AppServices {
  const { configuration, device, flags, logger, session, speaker, store } = start;
  const api = createApiClient({ baseUrl: configuration.apiBaseUrl, fetch: session.fetchWithSession });
  const ledger = startLedger(api, session, device);
  if (flags.isEnabled('ENABLE_DEBUG_MODE')) logLedgerEvents({ logger, ledger });

  const atoms = {
    ...start.atoms,
    ...createScanLedgerAtoms(ledger),
    ...createPreferenceAtoms(() => window.localStorage),
  };
  const sounds = createScanSounds({
    isEnabled: () => store.get(atoms.soundsAtom),
    createContext: speaker.open,
  });

  return {
    ...start,
    api,
    ledger,
    sounds,
    desk: createScanDesk({ ledger, logger, sounds }),
    confirmations: createConfirmationBus(),
    toasts: createToastBus(),
    atoms,
  };
}

function startLedger(api: ApiClient, session: AuthSession, device: DeviceIdentity): ScanLedger {
  const ledger = createScanLedger({
    transport: { send: (scans, { signal }) => api.call(postScans, { body: { scans }, signal }) },
    owner: () => {
      const state = session.getSnapshot();
      return state.status === 'signed-in' ? state.user : null;
    },
    deviceId: () => device.getDeviceId(),
  });
  void ledger.start();
  // Whoever signs in on this device delivers what waits for their domain.
  session.subscribe(() => {
    if (session.getSnapshot().status === 'signed-in') void ledger.drain();
  });
  return ledger;
}
