import { setupI18n } from '@lingui/core';
import { atom, createStore, Provider } from 'jotai';
import { prerender } from 'react-dom/static';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AppContext, StartContext } from '../services/app-context.ts';
import type { AppServices, StartServices } from '../services/services.ts';
import { CameraStage, LIVE_CAMERA } from './camera-stage.tsx';
import { RouteGuard } from './route-guard.tsx';
import { routeAt } from './route-table.ts';

const configuration = { isFeatureEnabled: () => true };

/** What the atoms say of the session when the guard is rendered. */
const SIGNED_IN = {
  configuration,
  translator: { i18n: setupI18n({ locale: 'en' }), getSnapshot: () => 'en', subscribe: () => () => {} },
  atoms: {
    sessionAtom: atom({ status: 'signed-in' }),
    isSessionValidAtom: atom(true),
    userAtom: atom(null),
    returnerAtom: atom({}),
  },
} as unknown as StartServices;

/** Renders a path inside a layout that was rendered with `app`. @throws what a component throws, Suspense or not */
async function render(path: string, app: AppServices | null): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <StartContext value={SIGNED_IN}>
      <Provider store={createStore()}>
        <MemoryRouter initialEntries={[path]}>
          <AppContext value={app}>
            <RouteGuard route={routeAt(path, configuration)}>
              <CameraStage>the view</CameraStage>
            </RouteGuard>
          </AppContext>
        </MemoryRouter>
      </Provider>
    </StartContext>,
    { onError: (error) => void errors.push(error) },
  );
  expect(errors).toEqual([]);
  return new Response(prelude).text();
}

test.each(['/', '/scanner', '/login'])(
  'a session decided after the layout was rendered does not open %s: the layout is rendered again first',
  async (path) => {
    await LIVE_CAMERA.load();
    const html = await render(path, null);
    expect(html).not.toContain('the view');
    expect(html).toContain('stx-skeleton');
  },
);

test('a view opens inside the layout of a signed-in user', async () => {
  expect(await render('/settings', {} as AppServices)).toBe('the view');
});
