/**
 * Makes the switch from the `FEATURES` map of the page. A key that is missing is on.
 *
 * @param features the app's areas; without them every name is one.
 * @param warn gets each key that is unknown. Not an error: a file may name an area of a newer build, and a device that
 * still runs an older one must start with it.
 */
export function createFeatureSwitch(
  given: Readonly<Record<string, boolean>>,
  features: readonly string[] | undefined,
  warn: (message: string) => void,
): (feature: string) => boolean {
  for (const key of Object.keys(given)) {
    if (features && !features.includes(key)) warn(`FEATURES.${key} is unknown and has no effect`);
  }
  return (feature) => given[feature] !== false;
}
