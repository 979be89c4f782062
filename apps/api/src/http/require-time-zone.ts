import { wallFormat } from '../system/wall-clock.ts';
import { ApiError } from './api-error.ts';

/** @throws ApiError `invalid_request` if there is no such time zone */
export function requireTimeZone(name: string): void {
  try {
    // Node takes an offset too. It has no summer time, and not every browser takes it.
    if (/^[+-]/.test(name)) throw new RangeError('An offset');
    wallFormat(name);
  } catch {
    throw new ApiError('invalid_request', 'There is no such time zone; it is named as in Europe/Berlin');
  }
}
