import { useSetAtom } from 'jotai';
import { useConfirm } from '../hooks/use-confirm.ts';
import { useI18n } from '../hooks/use-i18n.ts';
import { useApp } from '../services/app-context.ts';

/** Signs out. Asks first while scans wait to be sent, or may wait; they stay on the device. */
export function useSignOut(): () => Promise<void> {
  const { atoms, ledger, session } = useApp();
  const confirm = useConfirm();
  const i18n = useI18n();
  const setReturner = useSetAtom(atoms.returnerAtom);
  return async () => {
    const waiting = await ledger.countWaiting();
    const agreed =
      waiting === 0 ||
      (await confirm({
        title:
          waiting === null
            ? i18n.t('Sign out while scans may wait?')
            : i18n.t('Sign out with {count, plural, one {# scan} other {# scans}} waiting?', { count: waiting }),
        message:
          waiting === null
            ? i18n.t(
                'What has not reached the server stays on this device and is sent the next time someone from your team signs in here.',
              )
            : i18n.t(
                'They have not reached the server yet. They stay on this device and are sent the next time someone from your team signs in here.',
              ),
        acceptLabel: i18n.t('Sign out'),
        rejectLabel: i18n.t('Stay signed in'),
      }));
    if (!agreed) return;
    setReturner(({ userId }) => ({ userId, view: 'left' }));
    await session.logout();
  };
}
