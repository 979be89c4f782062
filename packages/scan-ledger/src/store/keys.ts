import { barcodeBytes } from '@scantix/api-contract';
import { LedgerError } from '../model/ledger-error.ts';
import { KEYS } from './log-shape.ts';
import { createSealer, generateSealingKey, type Sealer } from './sealer.ts';
import { toPromise, transact } from './transact.ts';

/** The keys of this device; the browser uses them and never exports them. */
export interface DeviceKeys extends Sealer {
  /** The id that the database got when it was made. */
  readonly installation: string;
  /** Returns the keyed hash that finds the scans of one barcode. */
  codeOf(barcode: string): Promise<string>;
}

interface KeptKeys {
  readonly installation: string;
  readonly sealing: CryptoKey;
  readonly coding: CryptoKey;
}

const NAMES = ['installation', 'sealing', 'coding'] as const;

/**
 * Creates the loader of a database's keys; a new database gets new keys. A database that loses its keys while the page is
 * open was deleted: that is an error, and no new keys are made.
 */
export function createKeyLoader(): (database: IDBDatabase) => Promise<DeviceKeys> {
  const loaded = new WeakMap<IDBDatabase, Promise<DeviceKeys>>();
  let installation: string | null = null;

  async function load(database: IDBDatabase): Promise<DeviceKeys> {
    const kept = await transact(database, [KEYS], { mode: 'readonly' }, (tx) => read(tx));
    if (installation !== null && kept.installation !== installation) throw new LedgerError('evicted');
    const keys = isWhole(kept) ? kept : await make(database);
    installation = keys.installation;
    return {
      ...createSealer(keys.sealing),
      installation: keys.installation,
      async codeOf(barcode) {
        const hash = new Uint8Array(await crypto.subtle.sign('HMAC', keys.coding, barcodeBytes(barcode)));
        return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
      },
    };
  }

  return (database) => {
    const known = loaded.get(database);
    if (known) return known;
    const loading = load(database);
    loaded.set(database, loading);
    // A failure is not remembered: the next use loads again, and reports a deletion again.
    loading.catch(() => loaded.delete(database));
    return loading;
  };
}

/** Keys are generated before the transaction, which may await only its requests. The first tab to write wins. */
async function make(database: IDBDatabase): Promise<KeptKeys> {
  if (!crypto.subtle) throw new Error('The page is not secure (https, or localhost): it has no WebCrypto');
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const made: KeptKeys = {
    installation: crypto.randomUUID(),
    sealing: await generateSealingKey(),
    coding: (await crypto.subtle.generateKey(hmac, false, ['sign'])) as CryptoKey,
  };
  return transact(database, [KEYS], { mode: 'readwrite', durability: 'strict' }, async (tx) => {
    const keys = { ...made, ...(await read(tx)) };
    for (const name of NAMES) tx.objectStore(KEYS).put(keys[name], name);
    return keys;
  });
}

async function read(tx: IDBTransaction): Promise<Partial<KeptKeys>> {
  const values = await Promise.all(NAMES.map((name) => toPromise(tx.objectStore(KEYS).get(name))));
  return Object.fromEntries(
    NAMES.map((name, index) => [name, values[index]]).filter(([, value]) => value !== undefined),
  );
}

function isWhole(keys: Partial<KeptKeys>): keys is KeptKeys {
  return NAMES.every((name) => keys[name] !== undefined);
}
