/** Whether a service worker serves this page. */
export function appIsKept(): boolean {
  return navigator.serviceWorker?.controller != null;
}

/** How much this site keeps on the device, in bytes; `null` where the browser does not tell. */
export async function storedBytes(): Promise<number | null> {
  return (await navigator.storage?.estimate?.().catch(() => null))?.usage ?? null;
}

/** Whether the browser has promised not to clear this site's storage by itself; `false` where it cannot be asked. */
export async function storagePersists(): Promise<boolean> {
  return (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
}
