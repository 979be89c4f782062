import type { AppPage } from './app-page.ts';
import type { ScriptUrlPolicy } from './create-script-url-policy.ts';

/** Options of `createAppUpdate`. */
export interface AppUpdateOptions {
  /** The service worker's script. @default '/service-worker.js' */
  readonly scriptUrl?: string;
  /** Makes the address acceptable to a page that enforces Trusted Types. @default the address as it is */
  readonly policy?: ScriptUrlPolicy;
  /** How often the server is asked for a newer build while the page is visible, in milliseconds. @default 3_600_000 */
  readonly checkIntervalMs?: number;
  /** @default navigator.serviceWorker; `undefined` on an insecure page */
  readonly container?: ServiceWorkerContainer | undefined;
  /** @default the browser's page */
  readonly page?: AppPage;
}
