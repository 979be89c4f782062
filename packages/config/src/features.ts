/** The areas of the app that an operator can switch off: the keys of `FEATURES`, all on by default. */
export const FEATURES = [
  'reports',
  'results',
  'batch',
  'hardwareScanner',
  'imageFile',
  'typedCode',
  'export',
  'undo',
  'install',
  'offline',
] as const;

/** One of the areas that an operator can switch off. */
export type Feature = (typeof FEATURES)[number];

/**
 * Makes the switch from the `FEATURES` map of the page. A key that is missing is on (specification, section 9).
 *
 * @param warn gets each key that is unknown. Not an error: a file may name an area of a newer build, and a device that
 * still runs an older one must start with it.
 */
export function createFeatureSwitch(
  given: Readonly<Record<string, boolean>>,
  warn: (message: string) => void,
): (feature: Feature) => boolean {
  const known: readonly string[] = FEATURES;
  for (const key of Object.keys(given)) if (!known.includes(key)) warn(`FEATURES.${key} is unknown and has no effect`);
  const off = new Set(FEATURES.filter((feature) => given[feature] === false));
  return (feature) => !off.has(feature);
}
