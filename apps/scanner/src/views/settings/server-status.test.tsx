import { setupI18n } from '@lingui/core';
import { compileMessage } from '@scantix/i18n';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test, vi } from 'vitest';
import { ServerStatus } from './server-status.tsx';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
i18n.setMessagesCompiler(compileMessage);
const query = vi.hoisted(() => {
  vi.resetModules();
  return { data: { at: new Date(0), reached: true, aheadS: 0 } };
});
afterAll(() => void vi.resetModules());
vi.mock('@tanstack/react-query', () => ({ useQuery: () => query }));
vi.mock('../../hooks/use-i18n.ts', () => ({ useI18n: () => i18n }));
vi.mock('../../services/app-context.ts', () => ({
  useApp: () => ({ configuration: { appVersion: '1', apiBaseUrl: 'https://scan.example' } }),
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
