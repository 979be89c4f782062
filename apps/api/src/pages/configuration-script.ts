import { readFile } from 'node:fs/promises';
import type { Handler } from 'hono';
import { ERRORS_PATH, EVENTS_PATH } from '../telemetry/mount.ts';
import type { TelemetryUpstreams } from '../telemetry/upstream.ts';

/** The app's configuration, unless the operator changes it. */
const SHIPPED: Readonly<Record<string, unknown>> = {
  API_BASE_URL: '/',
  // A gate without a network can scan for a working day.
  OFFLINE_SESSION_GRACE_MS: 12 * 3_600_000,
  FEATURE_FLAGS: {},
  FEATURES: {},
};

/** A DSN names a host: the page's own. The proxy has project and key; the client wants some. */
const PROXIED_DSN = `window.SCANTIX_CONFIG.SENTRY_DSN = location.protocol + '//proxy@' + location.host + '${ERRORS_PATH}/1';\n`;

/** Explains the values to an operator who opens the script. */
const COMMENT = `// The app's runtime configuration. FEATURES switches areas off, such as { "reports": false }; each is on by default:
// reports, results, batch, hardwareScanner, imageFile, typedCode, export, undo, install, offline.
`;

/**
 * Serves `/config.js`, the classic script that sets `window.SCANTIX_CONFIG`. If the operator's `file` exists, it is
 * served unchanged. It is read at every request, so a change needs no restart.
 */
export function serveConfigurationScript({
  file,
  values,
  telemetry = {},
}: {
  file: string;
  values: Readonly<Record<string, unknown>>;
  telemetry?: TelemetryUpstreams | undefined;
}): Handler {
  const proxied = telemetry.axiom ? { AXIOM_URL: EVENTS_PATH } : {};
  const script =
    formatConfigurationScript({ ...SHIPPED, ...proxied, ...values }) +
    (telemetry.sentry && !('SENTRY_DSN' in values) ? PROXIED_DSN : '');
  return async () => {
    const own = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      // Devices go on with the last one; the shipped one might switch on what the operator has switched off.
      if (error.code !== 'ENOENT') throw error;
    });
    return new Response(own ?? script, {
      headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  };
}

/** JSON is JavaScript, except for characters that end a script or a line. */
function formatConfigurationScript(values: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(values, null, 2)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `${COMMENT}window.SCANTIX_CONFIG = ${json};\n`;
}
