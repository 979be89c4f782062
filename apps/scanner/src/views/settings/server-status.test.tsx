import { setupI18n } from '@lingui/core';
import { compileMessage } from '@scantix/i18n';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { ServerStatus } from './server-status.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
i18n.setMessagesCompiler(compileMessage);
const query = vi.hoisted(() => {
  vi.resetModules();
  return {
    data: { at: new Date(0), reached: true, aheadS: 0 },
    ask: async (_: { signal: AbortSignal }): Promise<{ aheadS: number | null }> => query.data,
    call: vi.fn(),
  };
});
afterAll(() => void vi.resetModules());
afterEach(() => void vi.useRealTimers());
vi.mock('@tanstack/react-query', () => ({
  useQuery({ queryFn }: { queryFn: typeof query.ask }) {
    query.ask = queryFn;
    return query;
  },
}));
vi.mock('../../hooks/use-i18n.ts', () => ({ useI18n: () => i18n }));
vi.mock('../../services/app-context.ts', () => ({
  useApp: () => ({
    api: { call: query.call },
    configuration: { appVersion: '1', apiBaseUrl: 'https://scan.example' },
  }),
}));

test.each([
  [3, 'Correct'],
  [59, '59\u00a0s ahead of the server'],
  [-150, '2\u00a0min behind the server'],
  [10_801, '3\u00a0h ahead of the server'],
])('a clock that is %i s ahead is said as a person says it', (aheadS, words) => {
  query.data.aheadS = aheadS;
  expect(renderToStaticMarkup(<ServerStatus />)).toContain(words);
});

test.each([
  ['the server looked at its clock when it was asked', 0, 0],
  ['the server looked at its clock when it answered', 6_900, 0],
  ['the clock is ahead', -10_000, 9],
  ['the clock is behind', 17_000, -10],
])('an answer that takes seven seconds makes no clock wrong: %s', async (_, told, aheadS) => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  const date = new Date(Date.now() + Math.floor(told / 1000) * 1000);
  query.call.mockImplementation(async () => {
    vi.advanceTimersByTime(7_000);
    return { ok: true, answer: { date } };
  });
  renderToStaticMarkup(<ServerStatus />);
  expect(await query.ask({ signal: new AbortController().signal })).toMatchObject({ aheadS });
});
