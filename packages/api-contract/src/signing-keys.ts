import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/** GET /.well-known/jwks.json (RFC 7517): the keys by which any service verifies access tokens. */
export const getSigningKeys = defineEndpoint({
  method: 'GET',
  path: '/.well-known/jwks.json',
  needs: 'anybody',
  response: z.object({
    keys: z.array(
      z.object({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
      }),
    ),
  }),
});
