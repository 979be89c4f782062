import { formatNumber } from '@scantix/i18n';
import { Button, leaveFocusToTitle } from '@scantix/ui-shell/react';
import { readStorageStatus, requestPersistentStorage } from '@scantix/web-app';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';

/** How much is stored here, and whether the browser may clear it when space is low; nothing if it does not say. */
export function StorageRows() {
  const { toasts } = useApp();
  const i18n = useI18n();
  const { data, refetch } = useQuery({
    queryKey: ['storage'],
    queryFn: () => readStorageStatus(),
  });
  if (!data) return null;
  const ask = async () => {
    // Never settles in Firefox if its question is dismissed, so the button is not busy meanwhile.
    const allowed = await requestPersistentStorage();
    await refetch();
    if (allowed) return;
    toasts.show({
      kind: 'info',
      title: i18n.t('The browser does not protect them yet'),
      message: i18n.t('Browsers allow it for installed apps and for pages that are used often.'),
    });
  };
  return (
    <>
      {data.usedBytes !== null && (
        <p className="app-offline__row">
          <span>{i18n.t('Storage used')}</span>
          <b>{formatSize(data.usedBytes, i18n.locale)}</b>
        </p>
      )}
      {'storage' in navigator && (
        <div className="app-offline__row">
          <span>{i18n.t('Protect stored scans')}</span>
          {data.isPersistent ? (
            <b>{i18n.t('Yes')}</b>
          ) : (
            <Button ref={leaveFocusToTitle} onClick={() => void ask()}>
              {i18n.t('Allow')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function formatSize(bytes: number, locale: string): string {
  const format = (unit: string, value: number) =>
    formatNumber(value, locale, { style: 'unit', unit, maximumSignificantDigits: 2 });
  return bytes < 1_000_000 ? format('kilobyte', bytes / 1_000) : format('megabyte', bytes / 1_000_000);
}
