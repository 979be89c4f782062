import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createTranslator } from '../index.ts';
import { useI18n } from './index.ts';

const translator = createTranslator({ languages: ['en', 'de'], sourceLanguage: 'en', load: async () => ({}) });

function Greeting() {
  return useI18n(translator).t('Welcome');
}

test('a server renders the texts of the source', () => {
  expect(renderToString(<Greeting />)).toBe('Welcome');
});
