import { removeServiceWorker } from '@scantix/web-app';

/** Removes what earlier visits installed for a start without a network. Resolves to whether the page must reload. */
export function removeOffline(): Promise<boolean> {
  return removeServiceWorker({ cacheNames: ['scantix-configuration'] });
}
