import { type AnalyticsDeviceIdentity, createAnalyticsLogger } from '@scantix/analytics-logger';

export async function logOneScan(deviceIdentity: AnalyticsDeviceIdentity) {
  const { host: domain, origin: apiBaseUrl } = new URL('https://stock.example');
  const app = { name: 'Stock Room', version: '1.0.0', environment: 'production', domain, apiBaseUrl };
  const modules = { bins: ['/bins', '/stock/v0/bins'], labels: ['/labels'] };
  const logger = createAnalyticsLogger({ enabled: true, token: 'xaat-ingest-only', app, modules, deviceIdentity });
  logger.start(); // session id, device, timer, app_initialized
  logger.setUser({ id: '7', clerk: 'ada', userName: 'Ada', domain: 'north', workgroup: 'stock' });
  logger.logPageView({ page: 'Bin', url: '/bins/7' }); // module `bins`
  logger.log({ name: 'bin_counted', category: 'user_action', module: 'bins' }); // another name is a type error
  logger.logScan({ format: 'qr_code', value: 'ABC-123', success: true });
  await logger.stop();
  return logger.getStatistics(); // { delivered: 5, rejected: 0, dropped: 0, buffered: 0 }
}
