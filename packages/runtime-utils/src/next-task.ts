/**
 * Resolves in the next task, so that the browser can draw and answer an input in between. Timers would wait longer: a
 * hidden tab runs one a second.
 */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
