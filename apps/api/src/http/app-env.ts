import type { HttpBindings } from '@hono/node-server';
import type { InlineHashes } from './content-security-policy.ts';
import type { Refusal } from './refusal.ts';
import type { SignedInClerk } from './signed-in-clerk.ts';

/** What Hono holds for each request. */
export interface AppEnv {
  /** `operator`: see `OPERATOR_ENVIRONMENT`. */
  Bindings: HttpBindings & { operator?: symbol };
  Variables: {
    /** Set by the session check. */
    clerk: SignedInClerk;
    /** Set by the session check, also for a session that has been ended: the id of the order to wipe its device. */
    wipeOrder: string;
    /** Set by what refuses, where the error's code does not say enough. */
    refusal: Refusal;
    /** Set when a call has been refused: the security event that its line in the log is. */
    refused: Refusal;
    /** Set by a page with scripts and styles of its own. */
    inline: InlineHashes;
  };
}
