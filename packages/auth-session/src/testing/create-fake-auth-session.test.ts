import { expect, test } from 'vitest';
import { createFakeAuthSession } from './index.ts';

test('a caller that aborts gets its own reason from each method, as from a session', async () => {
  const session = createFakeAuthSession();
  const reason = new Error('the view was left');
  const options = { signal: AbortSignal.abort(reason) };
  await expect(session.start(options)).rejects.toBe(reason);
  await expect(session.login({ clerk: 'ada', password: 'secret' }, options)).rejects.toBe(reason);
  await expect(session.getAccessToken(options)).rejects.toBe(reason);
  await expect(session.refresh(options)).rejects.toBe(reason);
  await expect(session.logout(options)).rejects.toBe(reason);
});
