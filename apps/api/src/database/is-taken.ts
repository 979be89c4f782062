/** Whether a statement broke a unique index (SQLSTATE 23505): another row has the value. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
