/** Session replay, loaded after everything else: it is larger than all of the rest. */
export { replayIntegration } from '@sentry/browser';
