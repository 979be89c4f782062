/** Whose tickets and conflicts a poll asks for. */
export interface PollTarget {
  readonly domain: string;
  /** Without a checkpoint no tickets are downloaded. */
  readonly hasCheckpoint: boolean;
}

/** Whether a poll is due at once: somebody of another domain has signed in, or a checkpoint is known now. */
export function isNewTarget(current: PollTarget | null, polled: PollTarget | null): boolean {
  if (!current) return false;
  return current.domain !== polled?.domain || current.hasCheckpoint !== polled.hasCheckpoint;
}
