import { isLoopback } from '../http/is-loopback.ts';

/** The password of the demo's clerks while only this machine reaches the server. Everybody knows it. */
export const PUBLISHED_PASSWORD = 'scantix-demo';

/** Whether somebody on another machine uses the published password: it signs nobody in there, whoever has it. */
export function isPublishedElsewhere(password: string, address: string): boolean {
  return password === PUBLISHED_PASSWORD && !isLoopback(address);
}
