/**
 * Asks the browser not to clear what this device still owes the server when disk gets scarce. Browsers grant it by their
 * own rules (an installed app, a page used often); one that refuses is asked again with the next start.
 */
export async function keepStorage(storage: StorageManager | undefined = navigator.storage): Promise<void> {
  try {
    if (!(await storage?.persisted())) await storage?.persist();
  } catch {
    // Not on an insecure page, nor in private mode.
  }
}
