import { expect, test } from 'vitest';
import { createPageResponder } from './create-page-responder.ts';

const request = new Request('https://app.example/scanner');
const withPolicy = (text: string, policy: string) =>
  new Response(text, { headers: { 'Content-Security-Policy': policy, 'Content-Language': 'en' } });

test('the saved page gets the content security policy of the newer response, and keeps its other headers', async () => {
  const respond = createPageResponder({
    readPage: async () => withPolicy('page', "default-src 'none'"),
    readPolicySource: async () => withPolicy('script', "default-src 'self'"),
  });
  const response = await respond({ request });
  expect(await response.text()).toBe('page');
  expect(response.headers.get('Content-Security-Policy')).toBe("default-src 'self'");
  expect(response.headers.get('Content-Language')).toBe('en');
});

test('the saved page keeps the hashes of its own scripts and styles', async () => {
  const respond = createPageResponder({
    readPage: async () =>
      withPolicy('page', "script-src 'self' 'sha256-old' 'sha256-both'; style-src 'sha256-style' https://a.example"),
    readPolicySource: async () =>
      withPolicy(
        'script',
        "default-src 'none'; script-src 'self' 'sha256-new' 'sha256-both'; connect-src 'self'; style-src 'self'",
      ),
  });
  expect((await respond({ request })).headers.get('Content-Security-Policy')).toBe(
    "default-src 'none'; script-src 'self' 'sha256-new' 'sha256-both' 'sha256-old'; connect-src 'self'; style-src 'self' 'sha256-style'",
  );
});

test('without a newer response the page keeps its own policy', async () => {
  const respond = createPageResponder({
    readPage: async () => withPolicy('page', "default-src 'none'"),
    readPolicySource: async () => undefined,
  });
  expect((await respond({ request })).headers.get('Content-Security-Policy')).toBe("default-src 'none'");
});

test('without a saved page the server answers', async () => {
  const respond = createPageResponder({
    readPage: async () => undefined,
    readPolicySource: async () => undefined,
    fetch: async ({ url }) => new Response(`from ${url}`),
  });
  expect(await (await respond({ request })).text()).toBe('from https://app.example/scanner');
});
