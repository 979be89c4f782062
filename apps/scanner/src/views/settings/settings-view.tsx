import { Badge, KeyValueList, Page, Panel, Section } from '@scantix/ui-shell/react';
import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../../app-context.ts';
import { WhereAndHow } from '../home/where-and-how.tsx';
import { DeviceSection } from './device-section.tsx';
import { LogHistory } from './log-history.tsx';

/** What a clerk sets on this device; every row is saved at once. */
export function SettingsView() {
  const { configuration, flags } = useApp();
  return (
    <Page className="app-settings">
      <Section title="Look">
        <ThemeChoice />
      </Section>
      <Section title="Sound">
        <SoundSwitch />
      </Section>
      <Section title="Where and how">
        <WhereAndHow />
      </Section>
      <DeviceSection />
      <Section title="About">
        <KeyValueList
          items={[
            { key: 'Version', value: configuration.appVersion },
            { key: 'Server', value: new URL(configuration.apiBaseUrl).host },
          ]}
        />
      </Section>
      {flags.isEnabled('SHOW_FEATURE_FLAGS_UI') && <FeatureFlagList />}
      {flags.isEnabled('ENABLE_DEBUG_MODE') && <LogHistory />}
    </Page>
  );
}

function ThemeChoice() {
  const { atoms } = useApp();
  const theme = useAtomValue(atoms.themeAtom);
  const setTheme = useSetAtom(atoms.setThemeAtom);
  return (
    <fieldset className="app-segments">
      <legend className="stx-hidden">Theme</legend>
      {(['light', 'dark'] as const).map((value) => (
        <label key={value}>
          <input type="radio" name="theme" value={value} checked={theme === value} onChange={() => setTheme(value)} />
          <span>{value === 'light' ? 'Light' : 'Dark'}</span>
        </label>
      ))}
    </fieldset>
  );
}

function SoundSwitch() {
  const { atoms, sounds } = useApp();
  const [enabled, setEnabled] = useAtom(atoms.soundsAtom);
  return (
    <Panel>
      <label className="app-pick">
        <Volume2 aria-hidden />
        <span>Sounds</span>
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
  const { flags } = useApp();
  const [shown, setShown] = useState(false);
  return (
    <Section title="Feature flags">
      <Panel>
        <label className="app-pick">
          <span>Feature flags</span>
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
          items={flags.list().map(({ name, value, default: defaultValue, requiresReload, description }) => ({
            key: name,
            value: <Badge>{value ? 'On' : 'Off'}</Badge>,
            note: `${description} Default: ${defaultValue ? 'on' : 'off'}.${requiresReload ? ' Needs a reload.' : ''}`,
          }))}
        />
      )}
    </Section>
  );
}
