import type { ShellLabels } from '@scantix/ui-shell/react';
import { useI18n } from '../hooks/use-i18n.ts';

/** The translated texts of the components of ui-shell. */
export function useShellLabels(): ShellLabels {
  const i18n = useI18n();
  return {
    skipToContent: i18n.t('Skip to content'),
    navigation: i18n.t({ id: 'navigation.name', message: 'Main' }),
    title: i18n.t('Scantix Scanner'),
    switchToDark: i18n.t('Switch to dark theme'),
    switchToLight: i18n.t('Switch to light theme'),
    settings: i18n.t('Settings'),
    signOut: i18n.t('Sign out'),
    revealPassword: i18n.t('Show characters'),
    notifications: i18n.t('Notifications'),
    notification: i18n.t('Notification'),
    dismiss: i18n.t('Dismiss'),
    loading: i18n.t('Loading'),
  };
}
