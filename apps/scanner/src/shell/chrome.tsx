import { Mark, ShellChrome } from '@scantix/ui-shell/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { useLocation } from 'react-router';
import { ScanPlace } from '../desk/scan-place.tsx';
import { useI18n } from '../hooks/use-i18n.ts';
import { isOverCamera } from '../navigation/is-over-camera.ts';
import { isActiveTab, navigationItems } from '../navigation/navigation-items.ts';
import { titleAt } from '../routes/route-table.ts';
import { useApp } from '../services/app-context.ts';
import { StatusStrip } from './status-strip.tsx';
import { UpdateNotice } from './update-notice.tsx';
import { useShellLabels } from './use-shell-labels.ts';
import { useSignOut } from './use-sign-out.ts';

/** Header, navigation and strip around every view of a signed-in user. */
export function Chrome() {
  const { atoms, configuration } = useApp();
  const location = useLocation();
  const user = useAtomValue(atoms.userAtom);
  const theme = useAtomValue(atoms.themeAtom);
  const toggleTheme = useSetAtom(atoms.toggleThemeAtom);
  const signOut = useSignOut();
  const i18n = useI18n();
  const labels = useShellLabels();
  const title = titleAt(location, configuration);
  const overCamera = isOverCamera(location);
  return (
    <ShellChrome
      title={i18n.t(title)}
      detail={overCamera && <ScanPlace />}
      labels={labels}
      theme={theme}
      onToggleTheme={toggleTheme}
      settingsHref="/settings"
      onSignOut={() => void signOut()}
      navigation={navigationItems(configuration).map(({ href, label, icon: Icon }) => ({
        href,
        label: i18n.t(label),
        icon: <Icon aria-hidden />,
        current: isActiveTab(href, location.pathname),
        near: overCamera && href === '/scanner',
      }))}
      brand={{ mark: <Mark />, name: 'Scantix' }}
      {...(user && { account: { name: user.userName, detail: `${user.workgroup} · ${user.domain}` } })}
      strip={
        <>
          <StatusStrip />
          <UpdateNotice />
        </>
      }
    />
  );
}
