import { abortWithPage } from '@scantix/runtime-utils';

/** Stores one key pair for each server, beside the rotation record. The private key cannot be read out of it. */
export interface KeyStore {
  read(): Promise<CryptoKeyPair | undefined>;
  /** Stores a pair unless another tab has. */
  add(pair: CryptoKeyPair): Promise<void>;
}

interface KeyStoreOptions {
  readonly baseUrl: string;
  readonly indexedDB: IDBFactory | null;
  /** The name of the database. */
  readonly database: string;
}

/** Opens the store; null: the browser has no IndexedDB, and a key in memory would be lost before its session. */
export function openKeyStore({ baseUrl, database, indexedDB }: KeyStoreOptions): KeyStore | null {
  if (!indexedDB) return null;
  const factory = indexedDB;
  const name = `device-key ${baseUrl}`;

  async function transact(add?: CryptoKeyPair): Promise<CryptoKeyPair | undefined> {
    const connection = await open(factory, database);
    try {
      return await new Promise((resolve, reject) => {
        const mode = add ? 'readwrite' : 'readonly';
        const transaction = connection.transaction('rotation', mode, { durability: 'strict' });
        abortWithPage(transaction);
        const store = transaction.objectStore('rotation');
        const get = store.get(name);
        get.onsuccess = () => {
          if (add && !get.result) store.put(add, name);
        };
        transaction.oncomplete = () => resolve(get.result);
        transaction.onabort = () => reject(transaction.error);
      });
    } finally {
      connection.close();
    }
  }

  return { read: () => transact(), add: async (pair) => void (await transact(pair)) };
}

/** The database of the rotation record, in the version that every build knows. */
function open(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, 1);
    request.onupgradeneeded = () => abortWithPage(request.result.createObjectStore('rotation').transaction);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => resolve(request.result);
  });
}
