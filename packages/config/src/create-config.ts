/** Runtime configuration from the window, validated once at start-up. */
export interface Config {
  readonly name: 'config';
}

export function createConfig(): Config {
  return { name: 'config' };
}
