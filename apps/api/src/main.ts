import { join } from 'node:path';
import { describeStart } from './announce.ts';
import { createPasswords } from './auth/passwords.ts';
import { deriveSecrets } from './auth/secrets.ts';
import { systemClock } from './clock.ts';
import { createApp } from './create-app.ts';
import { lockDataDir } from './data-dir/lock-data-dir.ts';
import { readAuthSecret } from './data-dir/read-auth-secret.ts';
import { migrate } from './database/migrate.ts';
import { openEmbeddedDatabase, openPostgres } from './database/open-database.ts';
import { loadDemoData } from './demo/load-demo-data.ts';
import { mountConfigurationScript } from './http/configuration-script.ts';
import { mountStaticFiles } from './http/static-files.ts';
import { createLog } from './log.ts';
import { readOptions } from './options.ts';
import { systemRandom } from './random.ts';
import { startListening } from './start-listening.ts';

const options = readOptions(process.env, process.argv.slice(2));
const log = createLog({ level: options.logLevel });
const lock = lockDataDir(options.dataDir);
const db = options.databaseUrl
  ? openPostgres({
      url: options.databaseUrl,
      maxConnections: options.databaseConnections,
      onIdleError: (err) => log.warn({ err }, 'x'),
    })
  : await openEmbeddedDatabase({ folder: join(options.dataDir, 'postgres') });
await migrate(db);
const secrets = deriveSecrets(options.authSecret ?? readAuthSecret(options.dataDir, systemRandom));
const passwords = createPasswords({ random: systemRandom });
await loadDemoData({ db, clock: systemClock, passwords });
const app = createApp({
  db,
  clock: systemClock,
  random: systemRandom,
  secrets,
  log,
  passwords,
  mountPages: (a) => {
    mountConfigurationScript(a, { file: join(options.dataDir, 'config.js'), values: options.appConfiguration });
    mountStaticFiles(a, { folder: options.appDir });
  },
});
const listening = await startListening(app, options);
process.stdout.write(
  describeStart({
    address: `http://${options.host}:${listening.port}`,
    demo: options.demo,
    dataDir: options.dataDir,
  }).join('\n'),
);
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await listening.stop({ graceMs: 10_000 });
    await db.destroy();
    lock.release();
  });
