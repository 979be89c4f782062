import type { Passwords } from './auth/passwords.ts';
import type { ClerksParts } from './clerks/administer-clerks.ts';
import { hasClerks, setUp } from './clerks/set-up.ts';
import { demoPassword, setDemoPassword } from './demo/demo-password.ts';
import { loadDemoData } from './demo/load-demo-data.ts';
import { ApiError } from './http/api-error.ts';
import { isLoopback } from './http/is-loopback.ts';
import type { Options } from './process/options.ts';

/** The passwords that whoever starts the server is told. */
export interface SignIns {
  /** That of the demo's clerks. */
  readonly demo?: string;
  /** The first manager, who was made now. */
  readonly manager?: { readonly login: string; readonly password: string };
}

/** Makes sure that the demo's clerks can sign in, with `--demo`. */
export async function provideDemo(
  { demo, demoTickets, dataDir, host, trustedProxies }: Options,
  parts: ClerksParts & { readonly passwords: Passwords },
): Promise<Pick<SignIns, 'demo'>> {
  if (!demo) return {};
  const password = demoPassword({ dataDir, isOpen: !isLoopback(host) || trustedProxies > 0, random: parts.random });
  const { loaded } = await loadDemoData({ ...parts, password, tickets: demoTickets });
  if (!loaded) await setDemoPassword({ ...parts, password, dataDir });
  return { demo: password };
}

/**
 * Makes the first manager of an embedded database without clerks, unless it is the demo's. With `DATABASE_URL` that is
 * `scantix setup`. The password exists only in what is returned: whoever calls must be able to tell it.
 */
export async function provideFirstManager(
  { demo, databaseUrl }: Options,
  parts: ClerksParts,
): Promise<Pick<SignIns, 'manager'>> {
  if (demo || databaseUrl || (await hasClerks(parts))) return {};
  const first = { domain: 'My venue', login: 'manager' };
  try {
    const { clerk, one_time_password = '' } = await setUp(parts, first, { actor: { kind: 'system' } });
    return { manager: { login: clerk.login, password: one_time_password } };
  } catch (error) {
    // `scantix setup` came before: the server answers already.
    if (error instanceof ApiError && error.code === 'conflict' && (await hasClerks(parts))) return {};
    throw error;
  }
}
