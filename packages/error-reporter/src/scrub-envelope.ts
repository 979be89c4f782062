import { scrubSecrets } from './scrub-secrets.ts';

/** The used part of Sentry's envelope: headers, then items of a header and a payload. */
type Envelope = readonly [headers: unknown, items: readonly (readonly [header: unknown, payload: unknown])[]];

/**
 * Masks every payload of an envelope just before it is sent. The headers stay, since they carry the project's public key. Pure.
 */
export function scrubEnvelope<T>(envelope: T): T {
  const [headers, items] = envelope as Envelope;
  return [headers, items.map(([header, payload]) => [header, scrubPayload(payload)])] as T;
}

function scrubPayload(payload: unknown): unknown {
  return typeof payload === 'string' ? payload.split('\n').map(scrubLine).join('\n') : scrubSecrets(payload);
}

/** A replay's recording is lines of JSON, which scrubbing as plain text could break. */
function scrubLine(line: string): string {
  try {
    return JSON.stringify(scrubSecrets(JSON.parse(line)));
  } catch {
    return '';
  }
}
