import { readFile } from 'node:fs/promises';
import type { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';

/** What the app is told where the operator says nothing else. */
const SHIPPED: Readonly<Record<string, unknown>> = {
  API_BASE_URL: '/',
  // A gate that has lost its network goes on scanning for a working day.
  OFFLINE_SESSION_GRACE_MS: 12 * 3_600_000,
  FEATURE_FLAGS: {},
  FEATURES: {},
};

/**
 * Serves `/config.js`, the classic script that sets `window.SCANTIX_CONFIG`. The operator's own file wins as it is;
 * it is read at every request, so a change needs no restart.
 */
export function mountConfigurationScript(
  app: Hono<AppEnv>,
  { file, values }: { file: string; values: Readonly<Record<string, unknown>> },
): void {
  const script = formatConfigurationScript({ ...SHIPPED, ...values });
  app.get('/config.js', async () => {
    const own = await readFile(file, 'utf8').catch(() => null);
    return new Response(own ?? script, {
      headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  });
}

/** JSON is JavaScript but for what would end a script or a line in it. */
export function formatConfigurationScript(values: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(values, null, 2)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `window.SCANTIX_CONFIG = ${json};\n`;
}
