export { createErrorReporter as createFakeErrorReporter } from '../index.ts';
