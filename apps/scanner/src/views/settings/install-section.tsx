import { Button, leaveFocusToTitle, Panel, Section } from '@scantix/ui-shell/react';
import { useAtomValue, useSetAtom } from 'jotai';
import { Share, Smartphone } from 'lucide-react';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';

/** Offers to add the app to the home screen; hidden if it is installed or the browser does not support it. */
export function InstallSection() {
  const { atoms } = useApp();
  const i18n = useI18n();
  const mayInstall = useFeature('install');
  const state = useAtomValue(atoms.installStateAtom);
  const show = useSetAtom(atoms.showInstallPromptAtom);
  if (!mayInstall || state === 'none') return null;
  return (
    <Section title={i18n.t('Install')}>
      <Panel>
        <div className="app-install">
          {state === 'prompt' ? <Smartphone aria-hidden /> : <Share aria-hidden />}
          <p>
            {state === 'prompt'
              ? i18n.t('Open Scantix from the home screen, full screen.')
              : i18n.t('Tap Share, then “Add to Home Screen”, to open Scantix full screen.')}
          </p>
          {state === 'prompt' && (
            <Button ref={leaveFocusToTitle} onClick={() => void show()}>
              {i18n.t('Install')}
            </Button>
          )}
        </div>
      </Panel>
    </Section>
  );
}
