/** All texts that the components contain, in English; each component takes replacements as `labels`. */
export const defaultLabels = {
  skipToContent: 'Skip to content',
  navigation: 'Main',
  /** The header's title if the view has none: the product's scanner name. */
  title: 'Scantix Scanner',
  switchToDark: 'Switch to dark theme',
  switchToLight: 'Switch to light theme',
  settings: 'Settings',
  signOut: 'Sign out',
  /* Not "Show password": only the field may match the name "password". */
  revealPassword: 'Show characters',
  notifications: 'Notifications',
  notification: 'Notification',
  dismiss: 'Dismiss',
  loading: 'Loading',
} as const;

/** The texts that a consumer can replace. */
export type ShellLabels = { readonly [Key in keyof typeof defaultLabels]: string };

/** Completes the given texts with the English ones. */
export function withDefaults(labels: Partial<ShellLabels> | undefined): ShellLabels {
  return { ...defaultLabels, ...labels };
}
