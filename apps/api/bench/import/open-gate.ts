import { createApiClient, getScannerConfig, login, postScans } from '@scantix/api-contract';
import { uuidv7 } from 'uuidv7';

/** A gate at which somebody scans. */
export interface Gate {
  /** Scans the next of the tickets `GATE-0` and so on. Resolves with the milliseconds to its verdict. */
  scan(): Promise<number>;
}

const DEVICE_ID = 'bench-gate';
const DEVICE_INFO = {
  ...{ deviceType: 'Linux PC', deviceOS: 'Linux', deviceBrowser: 'Chrome', deviceString: 'Linux PC (Chrome)' },
  ...{ deviceCategory: 'desktop', language: 'en-GB', screenResolution: '1920x1080' },
};

/** Signs a clerk in at the first checkpoint that it may use. */
export async function openGate(
  origin: string,
  { clerk, password }: { clerk: string; password: string },
): Promise<Gate> {
  const body = { clerk, password, remember_me: false, device_id: DEVICE_ID, device_info: DEVICE_INFO };
  const session = await createApiClient({ baseUrl: origin }).call(login, { body });
  if (!session.ok) throw new Error('The clerk of the gate was not signed in', { cause: session.failure });
  const Authorization = `Bearer ${session.value.tokens.access_token}`;
  const api = createApiClient({
    baseUrl: origin,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), Authorization } }),
  });
  const config = await api.call(getScannerConfig, {});
  const [checkpoint] = config.ok ? config.value.checkpoints : [];
  if (!checkpoint) throw new Error('The gate has no checkpoint');
  let next = 0;
  return {
    async scan() {
      const scan = {
        ...{ id: uuidv7(), barcode: `GATE-${next}`, symbology: 'qr_code', scan_method: 'camera', mode: 'entry' },
        ...{
          checkpoint_id: checkpoint.id,
          claimed_at: new Date().toISOString(),
          device_id: DEVICE_ID,
          claimed_by: clerk,
        },
      } as const;
      next += 1;
      const startedAt = performance.now();
      const answer = await api.call(postScans, { body: { scans: [scan] } });
      if (!answer.ok) throw new Error('A scan was not answered', { cause: answer.failure });
      return performance.now() - startedAt;
    },
  };
}
