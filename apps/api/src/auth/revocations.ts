import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** The handle that ends a session and can do nothing else: the session's id, and its seal by the server. */
export function formatHandle(sessionId: string, secrets: Secrets): string {
  return `${sessionId}.${seal(sessionId, secrets).toString('base64url')}`;
}

/** The session of a handle; `null`: nobody was given it. Only a session's id has a seal. */
export function readHandle(handle: string, secrets: Secrets): string | null {
  const [sessionId = '', given = ''] = handle.split('.');
  const expected = seal(sessionId, secrets);
  const presented = Buffer.from(given, 'base64url');
  return presented.length === expected.length && timingSafeEqual(presented, expected) ? sessionId : null;
}

function seal(sessionId: string, { revocationKey }: Secrets): Buffer {
  return createHmac('sha256', revocationKey).update(sessionId).digest();
}
