/** The place on Home where decisions are made, which the status strip links to. */
export const DECISIONS_HASH = '#decisions';
