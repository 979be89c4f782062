import type { Context, Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { describeApi } from './describe-api.ts';
import { PAGE_STYLE } from './page-style.ts';
import { renderPage } from './render-page.ts';

/** Mounts `/docs`, the page, and `/docs/openapi.json`. They tell what the contract says, and nothing of the installation. */
export function mountDocs(app: Hono<AppEnv>, { build }: { build: string }): void {
  // Made at the first request: few processes are ever asked.
  let made: { readonly json: string; readonly page: string } | undefined;
  const make = () => {
    if (made) return made;
    const description = describeApi({ build });
    made = { json: JSON.stringify(description), page: String(renderPage(description)) };
    return made;
  };
  const send = (type: string, textOf: () => string) => (context: Context<AppEnv>) =>
    context.body(textOf(), 200, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
  app.get(
    '/docs',
    send('text/html; charset=utf-8', () => make().page),
  );
  app.get(
    '/docs/page.css',
    send('text/css; charset=utf-8', () => PAGE_STYLE),
  );
  app.get(
    '/docs/openapi.json',
    send('application/json', () => make().json),
  );
}
