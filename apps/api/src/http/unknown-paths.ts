import type { Hono } from 'hono';
import { ApiError, errorResponse } from './api-error.ts';
import type { AppEnv } from './app-env.ts';

/** The paths of the API, with and without a call. */
const API_PATHS = ['/v0/*', '/scantix/*', '/config/v0/*', '/tickets/*', '/admin/*', '/docs/*', '/telemetry/*'];

/** Answers `not_found` under the API's paths, so that no page answers there. */
export function refuseUnknownCalls(app: Hono<AppEnv>): void {
  app.on(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], API_PATHS, () => {
    throw new ApiError('not_found', 'There is no such call');
  });
}

/** Answers `not_found` to every other path. */
export function refuseUnknownPaths(app: Hono<AppEnv>): void {
  app.notFound((context) => errorResponse(new ApiError('not_found', 'Not found'), context));
}
