export { findCatalogProblems } from './catalog-problems.ts';
export { createFakeLanguageEnvironment, type FakeLanguageEnvironment } from './create-fake-language-environment.ts';
export { compileTexts, readPoFile } from './read-po-file.ts';
