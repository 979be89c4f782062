import { expect, test, vi } from 'vitest';
import { logOneScan } from '../example.ts';

test('the example of the README delivers its five events', async () => {
  const received: [string, string][] = [];
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    const unpacked = new Response(body).body?.pipeThrough(new DecompressionStream('gzip'));
    const lines = (await new Response(unpacked).text()).split('\n');
    received.push(
      ...lines.map((line) => JSON.parse(line)).map(({ event, module }): [string, string] => [event, module]),
    );
    return Response.json({ ingested: lines.length, failed: 0 });
  });
  const device = {
    deviceType: 'iPhone',
    deviceOS: 'iOS',
    deviceBrowser: 'Safari',
    deviceString: 'iPhone (Safari)',
    deviceCategory: 'mobile',
    language: 'en-GB',
    screenResolution: '390x844',
  };
  const statistics = await logOneScan({ getDeviceId: async () => 'gate-7', getDeviceInformation: async () => device });
  expect(statistics).toEqual({ delivered: 5, rejected: 0, dropped: 0, buffered: 0 });
  expect(received).toEqual([
    ['app_initialized', 'general'],
    ['user_identified', 'auth'],
    ['page_view', 'bins'],
    ['bin_counted', 'bins'],
    ['scan', 'scanner'],
  ]);
});
