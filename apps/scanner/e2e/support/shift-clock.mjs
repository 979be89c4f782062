// Loaded before anything else, in the backend (`node --import`) and in its pages: a clock that is CLOCK_AHEAD_MS ahead.
const aheadMs = Number(globalThis.CLOCK_AHEAD_MS ?? process.env.CLOCK_AHEAD_MS);
const SystemDate = Date;

globalThis.Date = class extends SystemDate {
  constructor(...args) {
    if (args.length === 0) super(SystemDate.now() + aheadMs);
    else super(...args);
  }

  static now() {
    return SystemDate.now() + aheadMs;
  }
};
