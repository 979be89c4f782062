/**
 * Calls `act` once the process that started this one has ended. npm answers SIGTERM by ending the shell of its script, which
 * tells the script nothing.
 */
export function whenOrphaned(act) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, 500);
  watch.unref();
}
