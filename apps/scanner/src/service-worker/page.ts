import { matchPrecache } from 'workbox-precaching';
import { keptConfiguration } from './configuration.ts';

const POLICY = 'Content-Security-Policy';

/**
 * The app's page for every address of the app, from the precache. Its content security policy is the one that came with
 * the last configuration: an operator changes both without a new build, and the page's own headers are as old as itself.
 */
export async function answerNavigation({ request }: { request: Request }): Promise<Response> {
  const page = await matchPrecache('/index.html');
  if (!page) return fetch(request);
  const headers = new Headers(page.headers);
  const policy = (await keptConfiguration())?.headers.get(POLICY);
  if (policy) headers.set(POLICY, policy);
  return new Response(page.body, { headers });
}
