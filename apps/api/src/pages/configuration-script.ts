import { readFile } from 'node:fs/promises';
import type { Handler } from 'hono';

/** The app's configuration, unless the operator changes it. */
const SHIPPED: Readonly<Record<string, unknown>> = {
  API_BASE_URL: '/',
  // A gate without a network can scan for a working day.
  OFFLINE_SESSION_GRACE_MS: 12 * 3_600_000,
  FEATURE_FLAGS: {},
  FEATURES: {},
};

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
}: {
  file: string;
  values: Readonly<Record<string, unknown>>;
}): Handler {
  const script = formatConfigurationScript({ ...SHIPPED, ...values });
  return async () => {
    const own = await readFile(file, 'utf8').catch(() => null);
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
