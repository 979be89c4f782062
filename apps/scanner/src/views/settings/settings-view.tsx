import { Badge, KeyValueList, Page, Panel, Section } from '@scantix/ui-shell/react';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../../app-context.ts';
import { translateText } from '../../i18n/translate-text.ts';
import { useI18n } from '../../i18n/use-i18n.ts';
import { OfflineSection } from '../../offline/offline-section.tsx';
import { InstallSection } from '../../pwa/install-section.tsx';
import { WhereAndHow } from '../home/where-and-how.tsx';
import { DeviceSection } from './device-section.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { LogHistory } from './log-history.tsx';

/** What a clerk sets on this device; every row is saved at once. */
export function SettingsView() {
  const { configuration, flags, translator } = useApp();
  const i18n = useI18n();
  return (
    <Page className="app-settings">
      <Section title={i18n.t('Look')}>
        <ThemeChoice />
        {translator.offersLanguages && <LanguageChoice />}
      </Section>
      <Section title={i18n.t('Sound')}>
        <SoundSwitch />
      </Section>
      <Section title={i18n.t('Where and how')}>
        <WhereAndHow />
      </Section>
      <OfflineSection />
      <DeviceSection />
      <InstallSection />
      <Section title={i18n.t('About')}>
        <KeyValueList
          items={[
            { key: i18n.t('Version'), value: configuration.appVersion },
            { key: i18n.t('Server'), value: new URL(configuration.apiBaseUrl).host },
          ]}
        />
      </Section>
      {flags.isEnabled('SHOW_FEATURE_FLAGS_UI') && <FeatureFlagList />}
      {flags.isEnabled('ENABLE_DEBUG_MODE') && <LogHistory />}
    </Page>
  );
}

function ThemeChoice() {
  const i18n = useI18n();
  const { atoms } = useApp();
  const theme = useAtomValue(atoms.themeAtom);
  const setTheme = useSetAtom(atoms.setThemeAtom);
  return (
    <fieldset className="app-segments">
      <legend className="stx-hidden">{i18n.t('Theme')}</legend>
      {(['light', 'dark'] as const).map((value) => (
        <label key={value}>
          <input type="radio" name="theme" value={value} checked={theme === value} onChange={() => setTheme(value)} />
          <span>
            {value === 'light'
              ? i18n.t({ id: 'theme.light', message: 'Light' })
              : i18n.t({ id: 'theme.dark', message: 'Dark' })}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function SoundSwitch() {
  const i18n = useI18n();
  const { atoms, sounds } = useApp();
  const [enabled, setEnabled] = useAtom(atoms.soundsAtom);
  return (
    <Panel>
      <label className="app-pick">
        <Volume2 aria-hidden />
        <span>{i18n.t('Sounds')}</span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={enabled}
          className="app-switch"
          checked={enabled}
          onChange={(event) => {
            setEnabled(event.target.checked);
            if (event.target.checked) sounds.tick();
          }}
        />
      </label>
    </Panel>
  );
}

function FeatureFlagList() {
  const i18n = useI18n();
  const { flags } = useApp();
  const [shown, setShown] = useState(false);
  return (
    <Section title={i18n.t('Feature flags')}>
      <Panel>
        <label className="app-pick">
          <span>{i18n.t('Feature flags')}</span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={shown}
            className="app-switch"
            checked={shown}
            onChange={(event) => setShown(event.target.checked)}
          />
        </label>
      </Panel>
      {shown && (
        <KeyValueList
          className="app-flags"
          items={flags.list().map(({ name, value, default: defaultValue, requiresReload, description }) => ({
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
