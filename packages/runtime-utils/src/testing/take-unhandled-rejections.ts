/** Takes the unhandled rejections of the process from the test runner, until it is disposed of. */
export function takeUnhandledRejections(): { readonly reasons: readonly unknown[] } & Disposable {
  const ofRunner = process.listeners('unhandledRejection');
  const reasons: unknown[] = [];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => void reasons.push(reason));
  return {
    reasons,
    [Symbol.dispose]() {
      process.removeAllListeners('unhandledRejection');
      for (const listener of ofRunner) process.on('unhandledRejection', listener);
    },
  };
}
