import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DeviceReport, DevicesOrder } from './devices-process.ts';

const MODULE = fileURLToPath(new URL('devices-process.ts', import.meta.url));
/** Devices are other machines: here they get the time that server and database leave. */
const NICE = 10;
const PROCESSES = 2;

/** Devices that download at the same time. */
export interface Devices {
  /** What the devices that are up to date have told. */
  readonly reports: readonly DeviceReport[];
  /** Resolves when all have told. */
  readonly all: Promise<void>;
  stop(): void;
}

/** Lets all devices download from now on. */
export function startDevices(origin: string, devices: DevicesOrder['devices']): Devices {
  const reports: DeviceReport[] = [];
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const processes = Array.from({ length: PROCESSES }, (_, index) => {
    const child = fork(MODULE, { execArgv: ['--conditions=@scantix/source'] });
    if (child.pid !== undefined) setPriority(child.pid, NICE);
    child.on('message', (report: DeviceReport) => {
      if (reports.push(report) === devices.length) resolve();
    });
    child.send({ origin, devices: devices.filter((_device, at) => at % PROCESSES === index) } satisfies DevicesOrder);
    return child;
  });
  return {
    reports,
    all,
    stop() {
      for (const child of processes) child.kill();
    },
  };
}
