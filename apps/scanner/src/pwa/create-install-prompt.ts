/** What Chromium fires where the app can be installed; the language's own types do not have it. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** How this browser installs the app: by its own prompt, by hand through the share sheet (iOS), or not at all. */
export type InstallState = 'prompt' | 'by-hand' | 'none';

export interface InstallPrompt {
  /** Listens; the browser tells early and once. */
  start(): void;
  getSnapshot(): InstallState;
  subscribe(listener: () => void): () => void;
  /** Shows the browser's own prompt. Call it in a user's gesture. */
  show(): Promise<void>;
}

/** Keeps the browser's offer to install the app until somebody asks for it. */
export function createInstallPrompt(): InstallPrompt {
  const listeners = new Set<() => void>();
  let offered: BeforeInstallPromptEvent | null = null;

  function set(event: BeforeInstallPromptEvent | null): void {
    offered = event;
    for (const listener of [...listeners]) listener();
  }

  return {
    start() {
      window.addEventListener('beforeinstallprompt', (event) => {
        // Its row in settings offers it; a banner over the camera would be in the way.
        event.preventDefault();
        set(event as BeforeInstallPromptEvent);
      });
      window.addEventListener('appinstalled', () => set(null));
    },
    getSnapshot: () => (offered ? 'prompt' : installsByHand() ? 'by-hand' : 'none'),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async show() {
      const event = offered;
      // A prompt can be shown once; the browser offers a new one after a refusal.
      set(null);
      await event?.prompt();
    },
  };
}

/** Only WebKit on iOS has this property: true in an installed app, false in a tab. */
function installsByHand(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}
