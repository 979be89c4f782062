import { translateText } from '@scantix/i18n';
import { Badge, KeyValueList, Page, Panel, Section } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { WhereAndHow } from '../home/where-and-how.tsx';
import { OfflineSection } from '../offline/offline-section.tsx';
import { CameraRows } from './camera-rows.tsx';
import { CodeTypes } from './code-types.tsx';
import { CopyDiagnostics } from './copy-diagnostics.tsx';
import { DeviceSection } from './device-section.tsx';
import { GlanceSection } from './glance-section.tsx';
import { HardwareTest } from './hardware-test.tsx';
import { HoldSection } from './hold-section.tsx';
import { InstallSection } from './install-section.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { Licences } from './licences.tsx';
import { LogHistory } from './log-history.tsx';
import { ServerStatus } from './server-status.tsx';
import { SoundSection } from './sound-section.tsx';
import { SwitchRow } from './switch-row.tsx';
import { ThemeChoice } from './theme-choice.tsx';

/** The settings of this device; every row is saved at once. */
export function SettingsView() {
  const { atoms, flags, translator } = useApp();
  const user = useAtomValue(atoms.userAtom);
  const i18n = useI18n();
  const takesHardware = useFeature('hardwareScanner');
  return (
    <Page className="app-settings">
      {user && (
        <Section title={i18n.t('Signed in')}>
          <KeyValueList
            className="app-identity"
            items={[{ key: user.userName, value: `${user.workgroup} · ${user.domain}` }]}
          />
        </Section>
      )}
      <Section title={i18n.t('Appearance')}>
        <Panel>
          <ThemeChoice />
          {translator.offersLanguages && <LanguageChoice />}
        </Panel>
      </Section>
      <SoundSection />
      <Section title={i18n.t('Checkpoint and mode')} note={i18n.t('Applies to everyone on this device')}>
        <WhereAndHow>
          <CameraRows />
          <CodeTypes />
          {takesHardware && <HardwareTest />}
        </WhereAndHow>
      </Section>
      <HoldSection />
      <GlanceSection />
      <OfflineSection />
      <DeviceSection />
      <InstallSection />
      <Section title={i18n.t('About')}>
        <ServerStatus />
        <Licences />
        <CopyDiagnostics />
      </Section>
      {flags.isEnabled('SHOW_FEATURE_FLAGS_UI') && <FeatureFlagList />}
      {flags.isEnabled('ENABLE_DEBUG_MODE') && <LogHistory />}
    </Page>
  );
}

function FeatureFlagList() {
  const i18n = useI18n();
  const { flags } = useApp();
  const [shown, setShown] = useState(false);
  return (
    <Section title={i18n.t('Feature flags')}>
      <Panel>
        <SwitchRow label={i18n.t('Feature flags')} checked={shown} onChange={setShown} />
      </Panel>
      {shown && (
        <KeyValueList
          className="app-flags"
          items={flags.list().map(({ name, description, value, default: defaultValue, requiresReload }) => ({
            key: name,
            value: <Badge>{value ? i18n.t('On') : i18n.t('Off')}</Badge>,
            note: [
              translateText(i18n, description),
              defaultValue ? i18n.t('Default: on.') : i18n.t('Default: off.'),
              requiresReload ? i18n.t('Needs a reload.') : '',
            ].join(' '),
          }))}
        />
      )}
    </Section>
  );
}
