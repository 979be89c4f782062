import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { translateCode, translateLabels, translateText } from './index.ts';

const i18n = setupI18n({
  locale: 'de',
  messages: { de: { Close: ['Schließen'], 'app.title': ['Leser'], 'No room left': ['Kein Platz'] } },
});

test('a text of a server is translated where the catalog has it, else shown as it is', () => {
  expect(translateText(i18n, 'Close')).toBe('Schließen');
  expect(translateText(i18n, 'Unknown tenant {7}')).toBe('Unknown tenant {7}');
  expect(translateText(i18n, 'constructor')).toBe('constructor');
});

test('labels are translated together, by text or by id', () => {
  const table = { close: 'Close', title: { id: 'app.title', message: 'Scanner' } };
  expect(translateLabels(i18n, table)).toEqual({ close: 'Schließen', title: 'Leser' });
});

test('an error is translated by its code, an unknown code by its own message', () => {
  const table = { full: 'No room left' };
  expect(translateCode(i18n, table, { code: 'full', message: 'Quota exceeded' })).toBe('Kein Platz');
  expect(translateCode(i18n, table, { code: 'other', message: 'Close' })).toBe('Schließen');
  expect(translateCode(i18n, table, { code: 'toString', message: 'As it is' })).toBe('As it is');
});
