/** Refusals that the log tells apart, by stable names: docs/security.md. */
export const SECURITY_EVENTS = [
  'sign_in.refused',
  'session.refused',
  'session.refresh_refused',
  'device_key.refused',
  'rights.refused',
  'thing.not_found',
  'scan.refused',
  'limit.reached',
] as const;
/** The name of a security event. */
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** What is told of a refusal. `reason` is one of few words, never what somebody sent. */
export interface Refusal {
  readonly event: SecurityEvent;
  readonly reason: string;
}
