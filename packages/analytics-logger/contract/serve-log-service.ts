import type { TestProject } from 'vitest/node';
import { startLogService } from './log-service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the log service that browser tests send to. */
    readonly logService: string;
  }
}

/** Runs the log service while the browser's tests run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const service = await startLogService();
  project.provide('logService', service.origin);
  return service.close;
}
