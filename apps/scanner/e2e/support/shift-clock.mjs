// Loaded before anything else, in the backend (`node --import`) and in its pages: a clock that is CLOCK_AHEAD_MS ahead.
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
