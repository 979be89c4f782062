/** A command was refused or failed. The message is the one line for whoever called it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** A command was called in a way that it does not take. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
