import { HEADERS, WAITING_HEADER } from '@scantix/api-contract';
import { cors } from 'hono/cors';

/** Lets pages of other origins call the API (CORS). */
export function allowOrigins(origins: readonly string[]) {
  return cors({
    origin: [...origins],
    credentials: true,
    allowMethods: ['GET', 'POST'],
    allowHeaders: [
      ...['Authorization', 'Content-Type', 'X-Device-Id', 'X-Device-Fingerprint'],
      ...[HEADERS.build, HEADERS.wire, WAITING_HEADER, HEADERS.proof],
    ],
    // The client measures its clock by `Date`.
    exposeHeaders: [
      ...['Date', 'Retry-After'],
      ...[HEADERS.epoch, HEADERS.receipt, HEADERS.serverBuild, HEADERS.wipe, HEADERS.signIn],
      ...[HEADERS.deviceKey, HEADERS.revocation],
    ],
    maxAge: 600,
  });
}
