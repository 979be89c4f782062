import { setTimeout as sleep } from 'node:timers/promises';
import { createApiClient, getScannerConfig, login, refresh, type Tokens } from '@scantix/api-contract';
import { DEVICE_INFO, PASSWORD, type SignedIn } from '../domain.ts';
import { withToken } from '../with-token.ts';

/** The clerks of a run, of the demo data: two in each of two domains. */
export const CLERKS = ['m.okafor', 'j.brandt', 'a.lindqvist', 't.reyes'] as const;
/** One clerk of each domain. */
export const OF_EACH_DOMAIN = [0, 2] as const;
/** The domains of the clerks. */
export const DOMAINS = ['Harbour Lights', 'Old Mill Theatre'] as const;

const RETRY_MS = 100;
/** An access token that ends sooner is refreshed. */
const LEAST_REST_MS = 200;

interface Session {
  readonly signedIn: Omit<SignedIn, 'token'>;
  tokens: Tokens;
  endsAt: number;
}

/** Sessions of devices, signed in past the unreliable network. */
export interface Clerks {
  /** Signs a clerk in at a device, once. */
  signIn(device: string, clerk: number): Promise<SignedIn>;
  /** Returns an access token that has not ended. */
  token(device: string, clerk: string): Promise<string>;
  /** Forgets all sessions: everybody signs in anew. */
  signOut(): void;
}

/** @param fetch calls an API process, which may be dead */
export function createClerks(fetch: typeof globalThis.fetch): Clerks {
  const api = createApiClient({ baseUrl: 'http://api', fetch });
  const sessions = new Map<string, Promise<Session>>();

  /** Repeats a call until it is answered. Resolves with the answer, and with the time at which that call began. */
  async function insist<T>(call: () => Promise<{ ok: true; value: T } | { ok: false }>) {
    for (;;) {
      const beganAt = Date.now();
      const outcome = await call();
      if (outcome.ok) return { value: outcome.value, beganAt };
      await sleep(RETRY_MS);
    }
  }

  async function open(device_id: string, clerk: string): Promise<Session> {
    const body = { clerk, password: PASSWORD, remember_me: true, device_id, device_info: DEVICE_INFO };
    for (;;) {
      const { value, beganAt } = await insist(() => api.call(login, { body }));
      const { tokens, user } = value;
      const own = createApiClient({
        baseUrl: 'http://api',
        fetch: (input, init) => withToken(tokens.access_token, fetch)(input, init),
      });
      const config = await own.call(getScannerConfig, {});
      // While the API was down, this token may have ended.
      if (!config.ok) continue;
      const checkpointId = config.value.checkpoints[0]?.id ?? '';
      return { signedIn: { domain: user.domain, clerk, checkpointId }, tokens, endsAt: endOf(tokens, beganAt) };
    }
  }

  function sessionOf(device: string, clerk: string): Promise<Session> {
    const key = `${device} ${clerk}`;
    const session = sessions.get(key) ?? open(device, clerk);
    sessions.set(key, session);
    return session;
  }

  /** One refresh at a time: each presents the newest token. */
  async function freshToken(session: Session): Promise<string> {
    if (session.endsAt - Date.now() < LEAST_REST_MS) {
      const body = { refresh_token: session.tokens.refresh_token };
      const { value, beganAt } = await insist(() => api.call(refresh, { body }));
      session.tokens = value.tokens;
      session.endsAt = endOf(value.tokens, beganAt);
    }
    return session.tokens.access_token;
  }

  const token = async (device: string, clerk: string) => {
    const key = `${device} ${clerk}`;
    const session = sessionOf(device, clerk);
    let access = '';
    const next = session.then(async (known) => {
      access = await freshToken(known);
      return known;
    });
    sessions.set(key, next);
    await next;
    return access;
  };

  return {
    token,
    signOut: () => sessions.clear(),
    async signIn(device, index) {
      const clerk = CLERKS[index % CLERKS.length] ?? CLERKS[0];
      const { signedIn } = await sessionOf(device, clerk);
      return { ...signedIn, token: await token(device, clerk) };
    },
  };
}

/** A token ends by the server's clock, and a busy machine receives it seconds after it was made: it counts from the call. */
function endOf({ expires_in }: Tokens, beganAt: number): number {
  return beganAt + expires_in * 1_000;
}
