/** Whether a service worker serves this page. */
export function appIsKept(): boolean {
  return navigator.serviceWorker?.controller != null;
}

/** Whether the browser has promised not to clear this site's storage by itself; `false` where it cannot be asked. */
export async function storagePersists(): Promise<boolean> {
  return (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
}
