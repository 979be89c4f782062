import { cp } from 'node:fs/promises';
import { migrate } from '../database/migrate.ts';
import { openEmbeddedDatabase } from '../database/open-database.ts';
import { prepareDatabase } from './prepare-database.ts';

/** Puts the files of an embedded database with this program's schema in `folder`: a copy of those that were made before. */
export async function copyEmbeddedDatabase(folder: string): Promise<void> {
  await cp(await prepareDatabase('folder', makeFolder), folder, { recursive: true });
}

async function makeFolder(folder: string): Promise<void> {
  const db = await openEmbeddedDatabase({ folder, sync: () => {} });
  await migrate(db);
  await db.destroy();
}
