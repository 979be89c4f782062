import type { ImportPresetName } from '@scantix/api-contract';
import { alfio } from './alfio.ts';
import { eventbrite } from './eventbrite.ts';
import { hiEvents } from './hi-events.ts';
import type { ImportPreset } from './import-preset.ts';
import { pretix } from './pretix.ts';

/** What each ticket system's export means. */
export const PRESETS: Readonly<Record<ImportPresetName, ImportPreset>> = {
  pretix,
  'hi-events': hiEvents,
  alfio,
  eventbrite,
};
