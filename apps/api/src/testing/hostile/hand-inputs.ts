import { addressInputs } from './address-inputs.ts';
import type { HostileThings } from './contract-inputs.ts';
import { documentInputs } from './document-inputs.ts';
import { foreignInputs } from './foreign-inputs.ts';
import type { HostileInput } from './hostile-input.ts';
import { importInputs } from './import-inputs.ts';
import { rawInputs } from './raw-inputs.ts';
import { spreadsheetInputs } from './spreadsheet-inputs.ts';
import { tokenInputs } from './token-inputs.ts';
import { webhookInputs } from './webhook-inputs.ts';

/** What no schema says: tokens, documents, addresses, headers, files, receivers, connections, and another domain's things. */
export function* handInputs(things: HostileThings): Generator<HostileInput> {
  yield* tokenInputs(things);
  yield* addressInputs(things);
  yield* foreignInputs(things);
  yield* documentInputs(things);
  yield* importInputs();
  yield* webhookInputs(things);
  yield* rawInputs();
  yield* spreadsheetInputs(things);
}
