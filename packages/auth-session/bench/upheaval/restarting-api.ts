import { type ApiProcess, startApi } from '../../../../scripts/bench/api-process.ts';
import { temporaryFolder } from '../../../../scripts/bench/browser.ts';

/** The built API on one folder and one port, which is killed and starts again. */
export interface RestartingApi {
  readonly origin: string;
  isUp(): boolean;
  /** Kills the process with SIGKILL and starts another one at once. */
  restart(): void;
  /** Resolves when it answers. */
  up(): Promise<void>;
}

const UNKNOWN_TOKEN = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: '{"refresh_token":"unknown"}',
};

/** Starts the API. */
export async function startRestartingApi(environment: Readonly<Record<string, string>>): Promise<RestartingApi> {
  const DATA_DIR = temporaryFolder();
  let api: ApiProcess = await startApi({ ...environment, DATA_DIR });
  const { origin } = api;
  let restarting: Promise<void> | null = null;

  async function run(): Promise<void> {
    await api.kill();
    api = await startApi({ ...environment, DATA_DIR, PORT: new URL(origin).port });
    // The first refresh of a process takes longest. On a busy machine a tab may stop waiting for it, as if it were offline.
    await fetch(`${origin}/v0/auth/refresh`, UNKNOWN_TOKEN);
  }

  return {
    origin,
    isUp: () => restarting === null,
    restart() {
      restarting ??= run().finally(() => {
        restarting = null;
      });
    },
    up: async () => void (await restarting),
  };
}
