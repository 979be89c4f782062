import { atom, createStore, Provider } from 'jotai';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { StartContext } from '../services/app-context.ts';
import type { AppServices, SignedInApp, StartServices } from '../services/services.ts';
import { AppLayout } from './app-layout.tsx';

test('a part of the app that arrives while the layout is rendered is shown, and is no error', async () => {
  const app: SignedInApp = {
    services: {} as AppServices,
    Chrome: () => 'the header',
    SignedIn: ({ children }) => children,
    Overlays: () => null,
  };
  let loaded: SignedInApp | null = null;
  let loading: Promise<SignedInApp> | null = null;
  const load = async () => {
    await Promise.resolve();
    loaded = app;
    return app;
  };
  const start = {
    atoms: { isSessionValidAtom: atom(true), userAtom: atom(null), returnerAtom: atom({}) },
    loadSignedInApp() {
      loading ??= load();
      return loading;
    },
    signedInApp: () => loaded,
  } as unknown as StartServices;
  // What React mends by a second rendering, and reports.
  const errors: unknown[] = [];
  const container = document.createElement('div');
  const root = createRoot(container, { onRecoverableError: (error) => errors.push((error as Error).cause) });
  startTransition(() =>
    root.render(
      <StartContext value={start}>
        <Provider store={createStore()}>
          <MemoryRouter>
            <AppLayout>the view</AppLayout>
          </MemoryRouter>
        </Provider>
      </StartContext>,
    ),
  );
  await expect.poll(() => container.textContent).toBe('the headerthe view');
  expect(errors).toEqual([]);
  root.unmount();
});
