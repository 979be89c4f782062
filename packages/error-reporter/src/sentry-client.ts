/** The part of Sentry that is loaded late, as a chunk of its own; replay is another. */
export {
  browserTracingIntegration,
  captureException,
  close,
  init,
  makeFetchTransport,
  setTags,
  setUser,
} from '@sentry/browser';
