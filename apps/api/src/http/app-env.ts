import type { HttpBindings } from '@hono/node-server';
import type { SignedInClerk } from './signed-in-clerk.ts';

/** What Hono carries along with one request. */
export interface AppEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Set by the session check of calls that need one. */
    clerk: SignedInClerk;
  };
}
