import { createTranslator, formatDateTime } from '@scantix/i18n';

const waiting = '{count, plural, one {# scan} other {# scans}} waiting';
const translator = createTranslator({
  languages: ['en', 'de'],
  sourceLanguage: 'en', // its texts are in the source and need no loading
  load: async () => ({ [waiting]: '{count, plural, one {# Scan wartet} other {# Scans warten}}' }),
});
await translator.start(); // the saved choice, else the language that the browser prefers
await translator.choose('de'); // false when its messages could not be loaded

const { i18n } = translator;
console.log(i18n.t(waiting, { count: 2 })); // '2 Scans warten'
console.log(formatDateTime('2026-11-21T14:05:00', i18n.locale)); // '21.11.26, 14:05'
