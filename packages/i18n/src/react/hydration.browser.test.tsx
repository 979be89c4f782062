import { useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { createTranslator } from '../index.ts';
import { createFakeLanguageEnvironment } from '../testing/index.ts';
import { useI18n } from './index.ts';

const environment = createFakeLanguageEnvironment();
environment.saveChoice('de');
const load = async () => ({ Welcome: 'Willkommen' });
const translator = createTranslator({ languages: ['en', 'de'], sourceLanguage: 'en', load, environment });

function Greeting() {
  useEffect(() => void translator.start(), []);
  return useI18n(translator).t('Welcome');
}

test('a page that a server renders hydrates in the language of the source, then shows that of the browser', async () => {
  const container = document.createElement('p');
  container.innerHTML = 'Welcome';
  const differences: unknown[] = [];
  const root = hydrateRoot(container, <Greeting />, { onRecoverableError: (error) => differences.push(error) });
  await expect.poll(() => container.textContent).toBe('Willkommen');
  expect(differences).toEqual([]);
  root.unmount();
});
