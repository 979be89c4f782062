import { expect, test } from 'vitest';
import { createSessionHarness, type SessionHarness } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };

/** A second tab that hears the storage events of the first, as in a browser. */
async function openSecondTab({ openTab, storage }: SessionHarness) {
  const events = new EventTarget();
  const tab = openTab({ events });
  await tab.start();
  const hear = (key: string | null) =>
    events.dispatchEvent(
      Object.assign(new Event('storage'), { key, newValue: key === null ? null : storage.getItem(key) }),
    );
  return { tab, hear };
}

test('a sign-in in one tab signs the other in', async () => {
  const bench = createSessionHarness();
  const { tab, hear } = await openSecondTab(bench);
  await bench.session.login(ada);
  hear('authToken');
  expect(tab.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'ada' } });
});

test('a sign-out in one tab signs the other out', async () => {
  const bench = createSessionHarness();
  await bench.session.login(ada);
  const { tab, hear } = await openSecondTab(bench);
  await bench.session.logout();
  hear('authToken');
  expect(tab.getSnapshot()).toEqual({ status: 'signed-out', error: null });
});

test('another clerk in one tab is another clerk in the other', async () => {
  const bench = createSessionHarness();
  await bench.session.login(ada);
  const { tab, hear } = await openSecondTab(bench);
  await bench.session.logout();
  await bench.session.login({ clerk: 'bob', password: 'secret' });
  hear('authToken');
  expect(tab.getSnapshot()).toMatchObject({ status: 'signed-in', user: { clerk: 'bob' } });
});

test("a refresh in one tab moves the other's timer", async () => {
  const bench = createSessionHarness();
  await bench.session.login(ada);
  const { tab, hear } = await openSecondTab(bench);
  await bench.clock.advance(30 * 60_000);
  await bench.session.refresh();
  hear('authToken');
  expect(tab.getSnapshot()).toMatchObject({ status: 'signed-in', expiresAt: bench.clock.now() + 3_600_000 });
});

test('a storage that somebody emptied is a sign-out', async () => {
  const bench = createSessionHarness();
  await bench.session.login(ada);
  const { tab, hear } = await openSecondTab(bench);
  bench.storage.entries.clear();
  hear(null);
  expect(tab.getSnapshot().status).toBe('signed-out');
  expect(await bench.session.getAccessToken()).toBeNull();
  expect(bench.session.getSnapshot().status).toBe('signed-out');
});

test("another package's key changes nothing", async () => {
  const bench = createSessionHarness();
  await bench.session.login(ada);
  const { tab, hear } = await openSecondTab(bench);
  const before = tab.getSnapshot();
  hear('theme');
  expect(tab.getSnapshot()).toBe(before);
});
