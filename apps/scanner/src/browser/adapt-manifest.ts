import type { AppConfiguration } from '../configuration/app-configuration.ts';

/** Adapts the page's web app manifest to the areas that are on: without one, the browser offers no installation. */
export function adaptManifest({ isFeatureEnabled }: Pick<AppConfiguration, 'isFeatureEnabled'>): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (!isFeatureEnabled('install')) link?.remove();
  else if (link && !isFeatureEnabled('results')) link.href = '/manifest-without-results.webmanifest';
}
