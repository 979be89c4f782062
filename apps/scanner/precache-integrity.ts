import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { VitePWAOptions } from 'vite-plugin-pwa';

type ManifestTransform = NonNullable<NonNullable<VitePWAOptions['injectManifest']>['manifestTransforms']>[number];

/**
 * Makes the service worker check that a file is of its own build, where the name does not say so (Subresource Integrity).
 * During an update a worker may ask a server process of the build before: the page that it gave would name files that the
 * worker does not have, for as long as the worker lasts.
 */
export function precacheIntegrity(): { readonly plugin: Plugin; readonly transform: ManifestTransform } {
  let folder = '';
  return {
    plugin: {
      name: 'precache-integrity',
      apply: 'build',
      configResolved({ root, build }) {
        folder = resolve(root, build.outDir);
      },
    },
    transform: async (entries) => ({
      manifest: await Promise.all(
        entries.map(async (entry) => {
          if (!entry.revision) return entry;
          const hash = createHash('sha384').update(await readFile(join(folder, entry.url)));
          return { ...entry, integrity: `sha384-${hash.digest('base64')}` };
        }),
      ),
    }),
  };
}
