import { untilAborted } from '@scantix/runtime-utils';
import { createAuthCalls } from './auth-calls.ts';
import type { AuthSession } from './auth-session.ts';
import { systemClock } from './clock.ts';
import { createRefusingSession } from './create-refusing-session.ts';
import { createDeviceBinding } from './device-binding.ts';
import { chooseEvents, chooseIndexedDb, chooseLocks, chooseRotationStore, getPageAddress } from './environment.ts';
import { createFetchWithSession } from './fetch-with-session.ts';
import { guardLog, silentLog } from './log-sink.ts';
import { createServerTime } from './server-time.ts';
import { createSessionController } from './session-controller.ts';
import { nameLock } from './session-lock.ts';
import { DEFAULT_NAMES } from './session-names.ts';
import type { AuthSessionOptions } from './session-options.ts';
import { createSessionStorage } from './session-storage.ts';
import { createUserReader, readSessionUser, type SessionUser } from './session-user.ts';
import { createSignIn } from './sign-in.ts';
import { browserStorage } from './storage-keys.ts';
import { createTokenRefresher } from './token-refresher.ts';
import { createTokenVault } from './token-vault.ts';

/**
 * Makes the session of this browser, once in a page. Nothing is read or sent before `start`.
 *
 * @throws TypeError when `baseUrl` is neither an origin nor a path, or one of `allowedOrigins` is no origin
 * @example
 * const session = createAuthSession({ baseUrl: '/', deviceIdentity });
 * await session.start();
 * const outcome = await session.login({ clerk, password, rememberMe: true });
 */
export function createAuthSession<Fields extends object = object>(
  options: AuthSessionOptions<Fields>,
): AuthSession<SessionUser & Fields>;
export function createAuthSession(options: AuthSessionOptions): AuthSession {
  const {
    allowedOrigins = [],
    baseUrl,
    clock = systemClock,
    deviceIdentity,
    events = chooseEvents(),
    fetch = (...args) => globalThis.fetch(...args),
    indexedDB = chooseIndexedDb(),
    locks: anyLocks = chooseLocks(),
    log: anyLog = silentLog,
    offlineGraceMs = 0,
    requestTimeoutMs = 15_000,
    routes = [],
    storage = browserStorage,
    userFields,
  } = options;
  if (options.useSecureCookies) return createRefusingSession(fetch);
  const { keys, lock, database } = { ...DEFAULT_NAMES, ...options.names };
  const locks = nameLock(anyLocks, lock);
  const log = guardLog(anyLog);
  const readUser = userFields ? createUserReader(userFields, log) : readSessionUser;

  const serverTime = createServerTime(clock, (offsetMs) => void vault.noteOffset(offsetMs));
  const calls = createAuthCalls({ baseUrl, clock, fetch, log, readUser, serverTime, timeoutMs: requestTimeoutMs });
  const rotations = chooseRotationStore(indexedDB, clock, database);
  const vault = createTokenVault(createSessionStorage(storage, keys, readUser), rotations, log);
  const device = createDeviceBinding({ baseUrl, calls, clock, database, indexedDB, log, serverTime, vault });
  const refresher = createTokenRefresher({ calls, clock, device, locks, serverTime, vault });
  const controller = createSessionController({
    clock,
    deliver: device.deliver,
    events,
    keys,
    locks,
    log,
    offlineGraceMs,
    refresher,
    serverTime,
    vault,
  });
  const signIn = createSignIn({ calls, clock, device, deviceIdentity, controller, locks, log, serverTime, vault });

  return {
    start: ({ signal } = {}) => untilAborted(controller.start(), signal),
    stop: controller.stop,
    getSnapshot: controller.getSnapshot,
    subscribe: controller.subscribe,
    login: (credentials, { signal } = {}) => signIn.login(credentials, signal),
    logout: ({ signal } = {}) => untilAborted(signIn.logout(), signal),
    refresh: ({ signal } = {}) => untilAborted(controller.refresh(), signal),
    async getAccessToken({ signal } = {}) {
      const source = await untilAborted(controller.tokens.get(), signal);
      return source.kind === 'token' ? source.token : null;
    },
    fetchWithSession: createFetchWithSession({
      allowedOrigins,
      baseUrl,
      routes,
      getPageAddress,
      clock,
      fetch,
      log,
      serverTime,
      tokens: {
        get: (signal) => untilAborted(controller.tokens.get(), signal),
        replace: (token, signal) => untilAborted(controller.tokens.replace(token), signal),
      },
    }),
    [Symbol.asyncDispose]: async () => controller.stop(),
  };
}
