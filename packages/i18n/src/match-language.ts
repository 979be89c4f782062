/**
 * The first preferred language that is available, whatever its region: `de-AT` matches `de`.
 *
 * @param available language codes without a region
 * @param preferred language tags, the most preferred first
 */
export function matchLanguage<Language extends string>(
  available: readonly Language[],
  preferred: readonly string[],
): Language | undefined {
  for (const tag of preferred) {
    const code = tag.toLowerCase().split('-')[0];
    const match = available.find((language) => language === code);
    if (match !== undefined) return match;
  }
  return undefined;
}
