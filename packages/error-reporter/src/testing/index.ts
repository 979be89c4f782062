export { createFakeErrorReporter, type FakeErrorReporter } from './create-fake-error-reporter.ts';
