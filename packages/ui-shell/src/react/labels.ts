/** Every text that the components bring themselves, in English; each component takes a part of it as `labels`. */
export const defaultLabels = {
  skipToContent: 'Skip to content',
  navigation: 'Main',
  /** The header's title where the view gives none: the product's scanner name. */
  title: 'Scantix Scanner',
  switchToDark: 'Switch to dark theme',
  switchToLight: 'Switch to light theme',
  settings: 'Settings',
  signOut: 'Sign out',
  /* Not "Show password": the field alone answers to that name. */
  revealPassword: 'Show characters',
  notifications: 'Notifications',
  notification: 'Notification',
  dismiss: 'Dismiss',
  loading: 'Loading',
} as const;

/** The texts that a consumer may replace, all or some. */
export type ShellLabels = { readonly [Key in keyof typeof defaultLabels]: string };

/** Fills the texts that were not given. */
export function withDefaults(labels: Partial<ShellLabels> | undefined): ShellLabels {
  return { ...defaultLabels, ...labels };
}
