import { act, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { createTranslator } from '../index.ts';
import { createFakeLanguageEnvironment } from '../testing/index.ts';
import { useI18n } from './index.ts';

const translator = createTranslator({
  languages: ['en', 'de'],
  sourceLanguage: 'en',
  load: async () => ({ Welcome: 'Willkommen' }),
  environment: createFakeLanguageEnvironment(),
});

function Greeting() {
  return useI18n(translator).t('Welcome');
}

function Memoized() {
  const i18n = useI18n(translator);
  return useMemo(() => i18n.t('Welcome'), [i18n]);
}

test('a component renders again when the language changes', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const container = document.createElement('p');
  const root = createRoot(container);
  await act(async () => root.render(<Greeting />));
  expect(container.textContent).toBe('Welcome');
  await act(async () => {
    await translator.choose('de');
  });
  expect(container.textContent).toBe('Willkommen');
  await act(async () => root.unmount());
});

test('a text that is memoized by `i18n`, as React Compiler does, follows the language', async () => {
  await translator.choose('en');
  const container = document.createElement('p');
  const root = createRoot(container);
  await act(async () => root.render(<Memoized />));
  expect(container.textContent).toBe('Welcome');
  await act(async () => {
    await translator.choose('de');
  });
  expect(container.textContent).toBe('Willkommen');
  await act(async () => root.unmount());
});
