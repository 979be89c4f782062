import { Panel, Section } from '@scantix/ui-shell/react';
import { useAtom } from 'jotai';
import { TabletSmartphone } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { SwitchRow } from './switch-row.tsx';

/** Whether this device shows verdicts over the whole screen. */
export function GlanceSection() {
  const i18n = useI18n();
  const [isOn, setOn] = useAtom(useApp().atoms.glanceAtom);
  return (
    <Section title={i18n.t('Tablet at a gate')}>
      <Panel>
        <SwitchRow
          icon={<TabletSmartphone aria-hidden />}
          label={i18n.t('Glance: verdicts over the whole screen')}
          checked={isOn}
          onChange={setOn}
        />
      </Panel>
    </Section>
  );
}
