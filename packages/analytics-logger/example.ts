import { type AnalyticsDeviceIdentity, classifyModule, createAnalyticsLogger } from '@scantix/analytics-logger';

export async function logOneScan(deviceIdentity: AnalyticsDeviceIdentity) {
  const { host: domain, origin: apiBaseUrl } = new URL('https://scan.example');
  const app = { name: 'Scantix', version: '1.0.0', environment: 'production', domain, apiBaseUrl };
  const logger = createAnalyticsLogger({ enabled: true, token: 'xaat-ingest-only', app, deviceIdentity });
  logger.start(); // session id, device, timer, app_initialized
  logger.setUser({ id: '7', clerk: 'ada', userName: 'Ada', domain: 'north', workgroup: 'gate' });
  logger.logPageView({ page: 'Reports', module: classifyModule('/reports'), url: '/reports' });
  logger.logScan({ format: 'qr_code', value: 'ABC-123', success: true });
  await logger.stop();
  return logger.getStatistics(); // { delivered: 4, rejected: 0, dropped: 0, buffered: 0 }
}
