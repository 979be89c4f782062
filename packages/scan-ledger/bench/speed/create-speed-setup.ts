import { fileURLToPath } from 'node:url';
import { startApi } from '../../../../scripts/bench/api-process.ts';
import { openProfile, type Page, temporaryFolder } from '../../../../scripts/bench/browser.ts';
import { type BenchDatabase, createDatabase } from '../../../../scripts/bench/database.ts';
import { servePage } from '../../../../scripts/bench/page-server.ts';
import { signIn } from '../domain.ts';

/** A database, one API process, and devices that call it directly. */
export interface SpeedSetup {
  readonly database: BenchDatabase;
  /** Runs `use` on a page of a new device, then closes its browser. */
  withDevice<T>(use: (page: Page) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Starts the database, the API and the page server. */
export async function createSpeedSetup(): Promise<SpeedSetup> {
  const database = await createDatabase();
  const server = await servePage(fileURLToPath(new URL('../page/speed.ts', import.meta.url)));
  const api = await startApi({
    DATABASE_URL: database.url,
    AUTH_SECRET: 'one secret that all processes sign with',
    ALLOWED_ORIGINS: server.origin,
  });
  const [clerk] = await signIn(api.origin, database);
  if (!clerk) throw new Error('No clerk could sign in.');
  return {
    database,
    async withDevice(use) {
      const context = await openProfile(temporaryFolder());
      const page = await context.newPage();
      await page.goto(server.origin);
      await page.evaluate((who) => globalThis.speed.start(who), { ...clerk, baseUrl: api.origin });
      const result = await use(page);
      await context.close();
      return result;
    },
    async close() {
      await server.close();
      await api.kill();
      await database.drop();
    },
  };
}
