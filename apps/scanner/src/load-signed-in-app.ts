import type { SignedInApp, StartServices } from './services/services.ts';

export type SignedInAppLoader = Pick<StartServices, 'loadSignedInApp' | 'signedInApp'>;

/** Loads and starts the signed-in part of the app once; after a failed load the next call tries again. */
export function createSignedInAppLoader(services: () => StartServices): SignedInAppLoader {
  let loading: Promise<SignedInApp> | null = null;
  let loaded: SignedInApp | null = null;
  return {
    loadSignedInApp() {
      loading ??= import('./signed-in-app.ts').then(
        ({ createSignedInApp }) => {
          loaded = createSignedInApp(services());
          // The fields by which React's `use` reads a promise without suspending.
          Object.assign(loading ?? {}, { status: 'fulfilled', value: loaded });
          return loaded;
        },
        (error) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
    signedInApp: () => loaded,
  };
}

/** Fetches the code of the signed-in part without starting it. */
export async function preloadSignedInApp(): Promise<void> {
  await import('./signed-in-app.ts').catch(() => {});
}
