import { Button, Panel, Section } from '@scantix/ui-shell/react';
import { Share, Smartphone } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useStart } from '../../services/app-context.ts';

/** Puts the app on the home screen; nothing where it stands there already or this browser cannot. */
export function InstallSection() {
  const { install } = useStart();
  const i18n = useI18n();
  const state = useSyncExternalStore(install.subscribe, install.getSnapshot);
  if (state === 'none') return null;
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
          {state === 'prompt' && <Button onClick={() => void install.show()}>{i18n.t('Install')}</Button>}
        </div>
      </Panel>
    </Section>
  );
}
