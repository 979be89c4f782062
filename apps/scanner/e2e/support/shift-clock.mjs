// Moves the clock ahead by CLOCK_AHEAD_MS. Loaded first in the backend (`node --import`) and in its pages.
globalThis.CLOCK_AHEAD_MS ??= Number(process.env.CLOCK_AHEAD_MS);
const SystemDate = Date;

globalThis.Date = class extends SystemDate {
  constructor(...args) {
    if (args.length === 0) super(SystemDate.now() + CLOCK_AHEAD_MS);
    else super(...args);
  }

  static now() {
    return SystemDate.now() + CLOCK_AHEAD_MS;
  }
};

// Node.js takes the `Date` of an answer from the system's clock.
const { ServerResponse } = globalThis.process?.getBuiltinModule('node:http') ?? {};
if (ServerResponse) {
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function (...head) {
    if (this.sendDate) this.setHeader('Date', new Date().toUTCString());
    return writeHead.apply(this, head);
  };
}
