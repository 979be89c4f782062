// Loaded before the backend (`node --import`): its clock begins at CLOCK_BEGINS_AT and goes on from there.
const aheadMs = Number(process.env.CLOCK_BEGINS_AT) - Date.now();
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
