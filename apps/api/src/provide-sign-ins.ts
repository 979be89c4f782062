import type { Passwords } from './auth/passwords.ts';
import type { ClerksParts } from './clerks/administer-clerks.ts';
import { hasClerks, setUp } from './clerks/set-up.ts';
import { demoPassword, setDemoPassword } from './demo/demo-password.ts';
import { loadDemoData } from './demo/load-demo-data.ts';
import { isLoopback } from './http/is-loopback.ts';
import type { Options } from './process/options.ts';

/** The passwords that whoever starts the server is told. */
export interface SignIns {
  /** That of the demo's clerks. */
  readonly demo?: string;
  /** The first manager, who was made now. */
  readonly manager?: { readonly login: string; readonly password: string };
}

/**
 * Makes sure that somebody can sign in: the demo's clerks with `--demo`, otherwise the first manager of an embedded database
 * without clerks. With `DATABASE_URL` that is `scantix setup`.
 */
export async function provideSignIns(
  { demo, dataDir, host, databaseUrl, trustedProxies }: Options,
  parts: ClerksParts & { readonly passwords: Passwords },
): Promise<SignIns> {
  if (demo) {
    const password = demoPassword({ dataDir, isOpen: !isLoopback(host) || trustedProxies > 0, random: parts.random });
    const { loaded } = await loadDemoData({ ...parts, password });
    if (!loaded) await setDemoPassword({ ...parts, password, dataDir });
    return { demo: password };
  }
  if (databaseUrl || (await hasClerks(parts))) return {};
  const first = { domain: 'My venue', login: 'manager' };
  const { clerk, one_time_password = '' } = await setUp(parts, first, { actor: { kind: 'system' } });
  return { manager: { login: clerk.login, password: one_time_password } };
}
