import type { Feature } from '../configuration/app-configuration.ts';
import { useStart } from '../services/app-context.ts';

/** Whether an area of the app is on: what leads to one that is off is not rendered. */
export function useFeature(feature: Feature): boolean {
  return useStart().configuration.isFeatureEnabled(feature);
}
