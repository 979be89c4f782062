import { translateLabels } from '@scantix/i18n';
import type { ShellLabels } from '@scantix/ui-shell/react';
import { useI18n } from '../hooks/use-i18n.ts';

const LABELS = {
  skipToContent: /*i18n*/ 'Skip to content',
  navigation: /*i18n*/ { id: 'navigation.name', message: 'Main' },
  title: /*i18n*/ 'Scantix Scanner',
  switchToDark: /*i18n*/ 'Switch to dark theme',
  switchToLight: /*i18n*/ 'Switch to light theme',
  settings: /*i18n*/ 'Settings',
  signOut: /*i18n*/ 'Sign out',
  revealPassword: /*i18n*/ 'Show characters',
  notifications: /*i18n*/ 'Notifications',
  notification: /*i18n*/ 'Notification',
  dismiss: /*i18n*/ 'Dismiss',
  loading: /*i18n*/ 'Loading',
};

/** The translated texts of the components of ui-shell. */
export function useShellLabels(): ShellLabels {
  return translateLabels(useI18n(), LABELS);
}
