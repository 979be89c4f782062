import { setupI18n } from '@lingui/core';
import { atom, createStore, Provider } from 'jotai';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AppContext, StartContext } from '../services/app-context.ts';
import type { AppServices, StartServices } from '../services/services.ts';
import { CameraStage } from './camera-stage.tsx';
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

/** Renders a path inside a layout that was rendered with `app`. */
function render(path: string, app: AppServices | null): string {
  return renderToStaticMarkup(
    <StartContext value={SIGNED_IN}>
      <Provider store={createStore()}>
        <MemoryRouter initialEntries={[path]}>
          <AppContext value={app}>
            <CameraStage>
              <RouteGuard route={routeAt(path, configuration)}>the view</RouteGuard>
            </CameraStage>
          </AppContext>
        </MemoryRouter>
      </Provider>
    </StartContext>,
  );
}

test.each(['/', '/scanner', '/login'])(
  'a session decided after the layout was rendered does not open %s: the layout is rendered again first',
  (path) => {
    expect(render(path, null)).not.toContain('the view');
    expect(render(path, null)).toContain('stx-skeleton');
  },
);

test('a view opens inside the layout of a signed-in user', () => {
  expect(render('/settings', {} as AppServices)).toBe('the view');
});
