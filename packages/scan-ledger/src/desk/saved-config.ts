import { scannerConfig } from '@scantix/api-contract';
import * as z from 'zod/mini';

const KEY = 'scannerConfig';
const schema = z.object({
  domain: z.string(),
  config: scannerConfig,
  /** The id of the clerk who loaded it. */
  clerk: z.string(),
  /** The id of the server's database. */
  epoch: z.optional(z.string()),
});

/** A configuration and the domain that it belongs to. */
export type SavedConfig = z.infer<typeof schema>;

/** Creates the access to the configuration in local storage. */
export function createSavedConfig(storage: () => Storage) {
  return {
    /** `null` where there is none, or an invalid one. */
    read(): SavedConfig | null {
      try {
        return schema.parse(JSON.parse(storage().getItem(KEY) ?? 'null'));
      } catch {
        return null;
      }
    },
    write(saved: SavedConfig): void {
      try {
        storage().setItem(KEY, JSON.stringify(saved));
      } catch {
        // Private mode or a full storage: known until the page is closed.
      }
    },
  };
}
