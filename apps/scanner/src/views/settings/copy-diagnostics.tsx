import { historyOfUser } from '@scantix/analytics-logger';
import { Button } from '@scantix/ui-shell/react';
import { readStorageStatus } from '@scantix/web-app';
import { useAtomValue } from 'jotai';
import { Copy } from 'lucide-react';
import { readBuild } from '../../browser/read-build.ts';
import { useCopy } from '../../hooks/use-copy.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';

/**
 * Copies what support needs: app, device, storage and ledger in one line, then the log history, masked as it is sent and
 * without what clerks before this one did.
 */
export function CopyDiagnostics() {
  const { atoms, configuration, device, ledger, logger } = useApp();
  const userId = useAtomValue(atoms.userAtom)?.id ?? '';
  const i18n = useI18n();
  const copy = useCopy();
  const collect = async () => {
    const { appName, appVersion, apiBaseUrl } = configuration;
    const summary = {
      at: new Date().toISOString(),
      app: { name: appName, version: appVersion, build: readBuild(), server: new URL(apiBaseUrl).host },
      browser: { userAgent: navigator.userAgent, language: i18n.locale, online: navigator.onLine },
      device: await device.getDeviceInformation(),
      storage: await readStorageStatus(),
      ledger: ledger.getSnapshot(),
    };
    const history = historyOfUser(logger.getHistory(), userId);
    return [summary, ...history].map((line) => JSON.stringify(line)).join('\n');
  };
  return (
    <div className="app-actions">
      <Button icon={<Copy aria-hidden />} onClick={() => void copy(collect())}>
        {i18n.t('Copy diagnostics')}
      </Button>
    </div>
  );
}
