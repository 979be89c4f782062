import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Bin } from './src/count-bin.ts';

const { SCANTIX_URL = 'http://127.0.0.1:4173', PORT = '3000' } = process.env;
const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', SCANTIX_URL));
const expected = { algorithms: ['EdDSA'], issuer: 'scantix', audience: 'scantix-api', typ: 'at+jwt' };

const app = new Hono<{ Variables: { clerkId: string } }>();
const counts = new Map<string, number>();

app.use('/stock/*', async (context, next) => {
  const token = context.req.header('Authorization')?.replace(/^Bearer /i, '') ?? '';
  const verified = await jwtVerify(token, keys, expected).catch(() => null);
  if (!verified) return context.json({ success: false, code: 'unauthenticated', message: 'Unauthorized' }, 401);
  context.set('clerkId', verified.payload.sub ?? '');
  return next();
});

app.post('/stock/v0/bins/:id/count', (context) => {
  const { id } = context.req.param();
  const items = (counts.get(id) ?? 0) + 1;
  counts.set(id, items);
  return context.json<Bin>({ id, items, countedBy: context.get('clerkId') });
});

app.use(serveStatic({ root: './dist' }));
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) });
