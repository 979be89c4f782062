import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { createFakeAuthSession, fakeUser } from '../testing/index.ts';
import { useIsSessionValid, useSession, useSessionUser } from './index.ts';

const session = createFakeAuthSession();
const clock = { now: () => 1_000 };

function Status() {
  const { status } = useSession(session);
  return `${status} ${useSessionUser(session)?.clerk} ${useIsSessionValid(session, { clock })}`;
}

test('a component follows the session: who is signed in, whether that is valid, and the sign-out', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const container = document.createElement('p');
  const root = createRoot(container);
  const state = { status: 'signed-in', user: fakeUser, offline: false, warning: null } as const;
  try {
    await act(async () => root.render(<Status />));
    expect(container.textContent).toBe('restoring undefined false');
    await act(async () => session.setState({ ...state, expiresAt: 1_001 }));
    expect(container.textContent).toBe('signed-in ada true');
    await act(async () => session.setState({ ...state, expiresAt: 1_000 }));
    expect(container.textContent).toBe('signed-in ada false');
    await act(() => session.logout());
    expect(container.textContent).toBe('signed-out undefined false');
  } finally {
    await act(async () => root.unmount());
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  }
});
