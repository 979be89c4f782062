import { createListeners } from '@scantix/runtime-utils';

/** Chromium's event; the language's own types do not have it. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** How this browser installs the app: by its own prompt, by hand through the share sheet (iOS), or not at all. */
export type InstallState = 'prompt' | 'by-hand' | 'none';

/** The browser's offer to install the app, held back until a person asks for it. */
export interface InstallPrompt {
  /** Begins to listen. Call it early: the browser makes its offer once, soon after the page has loaded. */
  start(): void;
  /** Stops listening; an offer that was made stays. */
  stop(): void;
  getSnapshot(): InstallState;
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  /** Shows the browser's own prompt. Call it in a user gesture. */
  show(): Promise<void>;
}

/** Options of {@link createInstallPrompt}. */
export interface InstallPromptOptions {
  /** Where `beforeinstallprompt` and `appinstalled` arrive. @default window */
  readonly events?: Pick<EventTarget, 'addEventListener'>;
  /** Whether only a person can install the app. @default whether the page is a tab of a browser on iOS */
  readonly isInstallableByHand?: () => boolean;
}

/**
 * Creates the install prompt; nothing is listened to before {@link InstallPrompt.start}.
 *
 * @example
 * const install = createInstallPrompt();
 * install.start();
 */
export function createInstallPrompt({
  events,
  isInstallableByHand = isBrowserTabOnIos,
}: InstallPromptOptions = {}): InstallPrompt {
  const { subscribe, notify } = createListeners();
  let offer: BeforeInstallPromptEvent | null = null;
  let listening: AbortController | null = null;

  function setOffer(next: BeforeInstallPromptEvent | null): void {
    offer = next;
    notify();
  }

  return {
    start() {
      if (listening) return;
      listening = new AbortController();
      const { signal } = listening;
      // A server has none.
      const target = events ?? (globalThis as Partial<typeof globalThis>).window;
      const onOffer = (event: Event) => {
        // Without this, Chromium shows a banner of its own.
        event.preventDefault();
        setOffer(event as BeforeInstallPromptEvent);
      };
      target?.addEventListener('beforeinstallprompt', onOffer, { signal });
      target?.addEventListener('appinstalled', () => setOffer(null), { signal });
    },
    stop() {
      listening?.abort();
      listening = null;
    },
    getSnapshot() {
      if (offer) return 'prompt';
      return isInstallableByHand() ? 'by-hand' : 'none';
    },
    subscribe,
    async show() {
      const event = offer;
      // An offer can be shown once; the browser makes a new one after a refusal.
      setOffer(null);
      // Refused outside a user gesture, and where the prompt is shown already.
      await event?.prompt().catch(() => {});
    },
  };
}

/** Only WebKit on iOS has `standalone`: true in an installed app, false in a tab. */
function isBrowserTabOnIos(): boolean {
  const { navigator } = globalThis;
  return navigator !== undefined && 'standalone' in navigator && navigator.standalone === false;
}
