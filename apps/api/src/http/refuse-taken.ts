import { ApiError } from './api-error.ts';

/**
 * Does work that gives a name. A unique index (SQLSTATE 23505) refuses one that another row has.
 * @throws ApiError `conflict` with the message, then
 */
export async function refuseTaken<Made>(message: string, work: Promise<Made>): Promise<Made> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') throw new ApiError('conflict', message);
    throw error;
  }
}
