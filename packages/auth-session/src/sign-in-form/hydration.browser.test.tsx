import { hydrateRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { useSession } from '../hooks/index.ts';
import { createFakeAuthSession } from '../testing/index.ts';
import { useOnline } from './use-online.ts';

afterEach(() => vi.restoreAllMocks());

const session = createFakeAuthSession({ status: 'signed-out', error: null });

function Gate() {
  return useSession(session).status === 'restoring' ? 'One moment' : 'Signed out';
}
function Network() {
  return useOnline() ? 'network' : 'no network';
}

test.each([
  ['the session', 'One moment', <Gate key="gate" />, 'Signed out'],
  ['the network', 'network', <Network key="network" />, 'no network'],
])('%s hydrates as the server has it, and then shows what the browser has', async (_what, html, page, expected) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const differences: unknown[] = [];
  const container = document.createElement('div');
  container.innerHTML = html;
  const root = hydrateRoot(container, page, { onRecoverableError: (error) => differences.push(error) });
  await expect.poll(() => container.textContent).toBe(expected);
  expect(differences).toEqual([]);
  root.unmount();
});
