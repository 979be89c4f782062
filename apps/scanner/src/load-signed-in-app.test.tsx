import { use } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { StartServices } from './services/services.ts';

afterEach(() => {
  vi.doUnmock('./signed-in-app.ts');
  vi.resetModules();
});

test('what has been loaded is rendered at once: a placeholder, once shown, would stay for 300 ms', async () => {
  vi.resetModules();
  vi.doMock(import('./signed-in-app.ts'), () => ({
    createSignedInApp: () => ({ Chrome: () => 'the header' }) as never,
  }));
  const { createSignedInAppLoader } = await import('./load-signed-in-app.ts');
  const { loadSignedInApp } = createSignedInAppLoader(() => ({}) as StartServices);
  const Layout = () => {
    const { Chrome } = use(loadSignedInApp());
    return <Chrome />;
  };
  await loadSignedInApp();
  expect(renderToStaticMarkup(<Layout />)).toBe('the header');
});
