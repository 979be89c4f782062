'use client';

// Another team's page that uses every package. It shows what each of them answers; whoever builds it reads that.
import { createAnalyticsLogger } from '@scantix/analytics-logger';
import { createApiClient } from '@scantix/api-contract';
import { createAuthSession } from '@scantix/auth-session';
import { useSession } from '@scantix/auth-session/hooks';
import { createAuthSessionAtoms } from '@scantix/auth-session/react';
import { SignInForm } from '@scantix/auth-session/sign-in-form';
import { createBarcodeReader } from '@scantix/barcode-reader';
import { createHardwareScanner } from '@scantix/barcode-reader/keyboard-wedge';
import { BarcodeViewfinder } from '@scantix/barcode-reader/react';
import '@scantix/barcode-reader/styles.css';
import { createConfiguration } from '@scantix/config';
import { createDeviceIdentity } from '@scantix/device-id';
import { createErrorReporter } from '@scantix/error-reporter';
import { ErrorBoundary } from '@scantix/error-reporter/react';
import { createFeatureFlags } from '@scantix/feature-flags';
import { createSpeaker } from '@scantix/feedback';
import { createTranslator } from '@scantix/i18n';
import { useI18n } from '@scantix/i18n/react';
import { createApiPorts, createScanLedger } from '@scantix/scan-ledger';
import { createTheme } from '@scantix/theme';
import { createThemeAtoms } from '@scantix/theme/react';
import '@scantix/theme/tokens.css';
import { createToastBus } from '@scantix/ui-shell';
import { createPreferenceStore } from '@scantix/ui-shell/preferences';
import { AppShell, Page, Toaster, useMediaQuery, useOnline } from '@scantix/ui-shell/react';
import '@scantix/ui-shell/styles.css';
import { createAppUpdate } from '@scantix/web-app';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';

const device = createDeviceIdentity();
const session = createAuthSession({ baseUrl: '/', deviceIdentity: device });
const { sessionAtom } = createAuthSessionAtoms(session);
const theme = createTheme();
const { themeAtom } = createThemeAtoms(theme);
const toasts = createToastBus();
const reporter = createErrorReporter({ dsn: '', release: '1' });
const flags = createFeatureFlags({ flags: { BINS: { description: 'Bins.', default: true } }, values: {} });
const density = createPreferenceStore({ serverRendered: true }).preference('density', { parse: String }, 'cosy');
const translator = createTranslator({
  languages: ['en', 'de'],
  sourceLanguage: 'en',
  load: async () => ({ Welcome: 'Willkommen' }),
});
const made = [createAnalyticsLogger, createConfiguration, createHardwareScanner, createSpeaker, createAppUpdate];

/** The addresses of the two files of the reader, as the bundler names them. */
export interface Addresses {
  readonly createWorker: () => Worker;
  readonly wasmUrl: string;
  /** A picture with a QR code. */
  readonly pictureUrl: string;
}

/** What works only where a page is: storage, a worker, WebAssembly. */
async function tryInBrowser({ createWorker, wasmUrl, pictureUrl }: Addresses): Promise<Record<string, string>> {
  const reader = createBarcodeReader({ createWorker, wasmUrl, engine: 'wasm', symbologies: ['qr_code'] });
  reader.start();
  const [code] = await reader.readImage(await (await fetch(pictureUrl)).blob());
  reader.stop();
  const api = createApiClient({ baseUrl: location.origin });
  const ledger = createScanLedger({ ...createApiPorts(api), owner: () => null, deviceId: device.getDeviceId });
  await ledger.start();
  await ledger.stop();
  await translator.choose('de');
  return { code: code?.text ?? 'none', device: (await device.getDeviceId()).replace(/^.+\..+$/, 'an identifier') };
}

export function Everything(addresses: Addresses) {
  const [facts, setFacts] = useState<Record<string, string>>({});
  const { status } = useSession(session);
  const text = useI18n(translator).t('Welcome');
  const wide = useMediaQuery('(min-width: 1px)');
  const online = useOnline();
  const same = useAtomValue(sessionAtom).status === status;
  const dark = useAtomValue(themeAtom);
  const saved = useAtomValue(density);
  useEffect(() => {
    theme.start();
    device.start();
    void session.start();
    tryInBrowser(addresses).then(setFacts, (error: unknown) => setFacts({ failure: String(error) }));
  }, []);
  const shown = {
    ...facts,
    status,
    same,
    text,
    wide,
    online,
    dark,
    saved,
    flag: flags.isEnabled('BINS'),
    made: made.length,
  };
  return (
    <ErrorBoundary reporter={reporter} fallback={() => <p>It failed.</p>}>
      <AppShell sessionValid title="Everything" navigation={[]}>
        <Page>
          <SignInForm session={session} />
          <output data-testid="facts">{JSON.stringify(shown)}</output>
        </Page>
        <Toaster bus={toasts} />
      </AppShell>
      {BarcodeViewfinder.length > 5 && <p>never</p>}
    </ErrorBoundary>
  );
}
