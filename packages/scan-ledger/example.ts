import { createApiClient } from '@scantix/api-contract';
import { createApiPorts, createScanLedger } from '@scantix/scan-ledger';

const api = createApiClient({ baseUrl: 'https://scan.example' }); // `fetch`: a session's own
const checkpointId = '0197b0a4-0000-7000-8000-000000000001';
const ledger = createScanLedger({
  ...createApiPorts(api),
  owner: () => ({ domain: 'north', clerk: 'ada' }), // who is signed in, or null
  deviceId: async () => 'gate-7',
  checkpointId: () => checkpointId,
});
await ledger.start();

const code = { barcode: 'T-1001', symbology: 'qr_code', scanMethod: 'camera', mode: 'entry', checkpointId } as const;
const { scan, sync } = await ledger.record(code);
console.log(scan.barcode, sync); // 'T-1001', 'waiting': it is on the disk now
const { outcome, certainty } = await ledger.decide(scan.id);
console.log(outcome, certainty); // 'accepted', 'server'
