import { afterEach, expect, test, vi } from 'vitest';
import { createBrowserLanguageEnvironment } from './index.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  document.documentElement.lang = 'en';
});

test('the choice is saved under its key, and the page declares its language', () => {
  const environment = createBrowserLanguageEnvironment({ storageKey: 'appLanguage' });
  expect(environment.readChoice()).toBeNull();
  environment.saveChoice('de');
  environment.declareLanguage('de');
  expect([environment.readChoice(), localStorage.getItem('appLanguage')]).toEqual(['de', 'de']);
  expect(document.documentElement.lang).toBe('de');
  expect(environment.preferredLanguages()).toEqual(navigator.languages);
});

test('a storage that throws counts as empty', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  const environment = createBrowserLanguageEnvironment();
  environment.saveChoice('de');
  expect(environment.readChoice()).toBeNull();
});
