import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, defaultServerConditions, type Plugin } from 'vite';

const START_SCRIPT = /<script\s+src="\/start.js"><\/script>/;
const TEMPLATES = /<template id="first-paints"><\/template>/;

/**
 * Lets the first paint wait for nothing but the page. Writes what stands in it until the app has started into templates,
 * and public/start.js, which chooses one, into the page itself. The styles are in the page already.
 */
export function writeFirstPaint(): Plugin {
  let root = '';
  return {
    name: 'write-first-paint',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const [script, paints] = await Promise.all([readFile(join(root, 'public/start.js'), 'utf8'), render(root)]);
        const templates = Object.entries(paints).map(
          ([name, markup]) => `<template data-first-paint="${name}">${markup}</template>`,
        );
        for (const place of [START_SCRIPT, TEMPLATES]) {
          if (!place.test(html)) throw new Error(`index.html has no ${place}: correct write-first-paint.ts.`);
        }
        return html
          .replace(START_SCRIPT, () => `<script>${script}</script>`)
          .replace(TEMPLATES, () => templates.join(''));
      },
    },
  };
}

/** Renders with the app's own components, which Vite loads from their sources. */
async function render(root: string): Promise<Record<string, string>> {
  const server = await createServer({
    root,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    ssr: { noExternal: [/^@scantix\//], resolve: { conditions: ['@scantix/source', ...defaultServerConditions] } },
  });
  try {
    const { renderFirstPaint } = await server.ssrLoadModule('/first-paint/render-first-paint.tsx');
    return await renderFirstPaint();
  } finally {
    await server.close();
  }
}
