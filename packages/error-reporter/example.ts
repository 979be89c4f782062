import { createErrorReporter } from '@scantix/error-reporter';

const reporter = createErrorReporter({
  dsn: 'https://public@errors.example/1',
  release: '1.2.0',
  sampleRates: { tracesSampleRate: 0.5, replaysSessionSampleRate: 0 },
});
reporter.start(); // Sentry is loaded after the first paint; until then errors wait in a queue
reporter.setUser({ id: '7', domain: 'north', workgroup: 'gate' });

try {
  throw new Error('No printer at https://print.example/?token=hunter2');
} catch (error) {
  reporter.capture(error, { printer: 7 }); // arrives as '…?token=[Filtered]'
}
