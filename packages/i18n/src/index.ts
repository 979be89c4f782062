export { compileMessage } from './compile-message.ts';
export { createBrowserLanguageEnvironment } from './create-browser-language-environment.ts';
export { createTranslator, type Translator, type TranslatorOptions } from './create-translator.ts';
export { formatDate, formatDateTime, formatDay, formatExactTime, formatTime } from './format-dates.ts';
export { formatNumber } from './format-number.ts';
export type { LanguageEnvironment } from './language-environment.ts';
export { matchLanguage } from './match-language.ts';
export { type MessageTable, translateCode, translateLabels } from './translate-table.ts';
export { translateText } from './translate-text.ts';
