import type { AnalyticsLogger } from '@scantix/analytics-logger';
import type { AnalyticsLoggerAtoms } from '@scantix/analytics-logger/react';
import type { ApiClient } from '@scantix/api-contract';
import type { AuthSession } from '@scantix/auth-session';
import type { HardwareScanner } from '@scantix/barcode-reader/keyboard-wedge';
import type { DeviceIdentity } from '@scantix/device-id';
import type { ErrorReporter } from '@scantix/error-reporter';
import type { FeatureFlags } from '@scantix/feature-flags';
import type { ScanSoundName, Sounds, Speaker } from '@scantix/feedback';
import type { Translator } from '@scantix/i18n';
import type { LedgerScan, ScanLedger } from '@scantix/scan-ledger';
import type { PresentedCode, ScanDesk, ScannerConfigSource } from '@scantix/scan-ledger/desk';
import type { createScanLedgerAtoms } from '@scantix/scan-ledger/react';
import type { ConfirmationBus, ToastBus } from '@scantix/ui-shell';
import type { AppUpdate, InstallPrompt, ScriptUrlPolicy } from '@scantix/web-app';
import type { createInstallPromptAtoms } from '@scantix/web-app/react';
import type { createStore, PrimitiveAtom } from 'jotai';
import type { ComponentType, ReactNode } from 'react';
import type { AppConfiguration } from '../configuration/app-configuration.ts';
import type { Language } from '../i18n/languages.ts';
import type { StartAtoms } from './app-atoms.ts';
import type { createBatchAtom } from './batch-atom.ts';
import type { createPreferenceAtoms } from './preferences.ts';

/** The services that exist before the first sign-in, created and wired in start-up.ts. */
export interface StartServices {
  readonly configuration: AppConfiguration;
  readonly flags: FeatureFlags;
  readonly device: DeviceIdentity;
  readonly logger: AnalyticsLogger;
  readonly reporter: ErrorReporter;
  readonly session: AuthSession;
  readonly translator: Translator<Language>;
  readonly speaker: Speaker;
  readonly scriptUrls: ScriptUrlPolicy;
  readonly update: AppUpdate;
  readonly install: InstallPrompt;
  readonly store: ReturnType<typeof createStore>;
  readonly atoms: StartAtoms;
  /** The last answer that orders this device to wipe itself, and who hears of each. */
  readonly answers: { order?: Response; onOrder?: () => void };
  /** Loads and starts the signed-in part of the app once; after a failure the next call tries again. */
  readonly loadSignedInApp: () => Promise<SignedInApp>;
  /** What {@link StartServices.loadSignedInApp} has loaded; `null` until then. */
  readonly signedInApp: () => SignedInApp | null;
}

/** The part of the app for signed-in users, running and ready to render. */
export interface SignedInApp {
  readonly services: AppServices;
  /** Header, navigation and strip around every view. */
  readonly Chrome: ComponentType;
  /** The context that the views share. */
  readonly SignedIn: ComponentType<{ children: ReactNode }>;
  /** The confirmation dialog and the toasts, above the views. */
  readonly Overlays: ComponentType;
}

/** All services of the signed-in views, created and wired in start-signed-in.ts. */
export interface AppServices extends Omit<StartServices, 'atoms'> {
  readonly api: ApiClient;
  readonly ledger: ScanLedger;
  readonly scannerConfig: ScannerConfigSource;
  readonly sounds: Sounds<ScanSoundName>;
  /** Sound and vibration together. */
  readonly signals: Sounds<ScanSoundName>;
  /** Says a text by a voice of the device, if the clerk wants that. */
  readonly say: (text: () => string | Promise<string>) => void;
  readonly desk: ScanDesk;
  readonly hardware: HardwareScanner;
  /** Those of the present session, like the toasts: what an ended one still asks or says reaches nobody. */
  readonly confirmations: ConfirmationBus;
  readonly toasts: ToastBus;
  readonly atoms: AppAtoms;
}

/** The open stream: it takes the codes that are presented at the camera. */
export interface StreamSink {
  /** Records a code. Resolves to whether it was stored. */
  readonly take: (code: PresentedCode) => Promise<boolean>;
  /** The newest accepted scan of the stream, as it was decided. */
  readonly ribbon: LedgerScan | null;
}

type AppAtoms = StartAtoms &
  AnalyticsLoggerAtoms &
  ReturnType<typeof createScanLedgerAtoms> &
  ReturnType<typeof createInstallPromptAtoms> &
  ReturnType<typeof createPreferenceAtoms> & {
    readonly batchAtom: ReturnType<typeof createBatchAtom>;
    /** `null` while codes are scanned one by one, or in a batch. */
    readonly streamSinkAtom: PrimitiveAtom<StreamSink | null>;
    /** The round-trip time in milliseconds while the network is slow; `null` where it is fast or not measured. */
    readonly slowMsAtom: PrimitiveAtom<number | null>;
  };
