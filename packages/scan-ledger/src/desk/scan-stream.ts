/**
 * What a stream of codes shows. While it is `flowing`, the camera goes on, and the newest accepted scan stands in the
 * ribbon. An exception, any scan that is not accepted, stops it: its verdict is `shown` until the clerk closes it, and
 * exceptions decided meanwhile wait behind it.
 */
export type ScanStreamState =
  | { readonly status: 'flowing'; readonly ribbon: string | null }
  | {
      readonly status: 'stopped';
      readonly ribbon: string | null;
      readonly shown: string;
      readonly waiting: readonly string[];
    };

/** What happens to a stream; `id` is that of a scan. */
export type ScanStreamEvent =
  | { readonly type: 'accepted'; readonly id: string }
  | { readonly type: 'exception'; readonly id: string }
  /** The clerk has closed the verdict that was shown. */
  | { readonly type: 'closed' };

/** A stream before its first scan. */
export const SCAN_STREAM_BEGINS: ScanStreamState = { status: 'flowing', ribbon: null };

/** The state of a stream after an event. */
export function nextScanStream(state: ScanStreamState, event: ScanStreamEvent): ScanStreamState {
  const { ribbon } = state;
  switch (event.type) {
    case 'accepted':
      return { ...state, ribbon: event.id };
    case 'exception':
      return state.status === 'flowing'
        ? { status: 'stopped', ribbon, shown: event.id, waiting: [] }
        : { ...state, waiting: [...state.waiting, event.id] };
    case 'closed': {
      if (state.status === 'flowing') return state;
      const [shown, ...waiting] = state.waiting;
      return shown === undefined ? { status: 'flowing', ribbon } : { status: 'stopped', ribbon, shown, waiting };
    }
  }
}
