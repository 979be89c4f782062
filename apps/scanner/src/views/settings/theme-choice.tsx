import { useAtomValue, useSetAtom } from 'jotai';
import { SunMoon } from 'lucide-react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';
import { useSaySaved } from './use-say-saved.ts';

const CHOICES = {
  light: /*i18n*/ { id: 'theme.light', message: 'Light' },
  dark: /*i18n*/ { id: 'theme.dark', message: 'Dark' },
  system: /*i18n*/ { id: 'theme.system', message: 'System' },
} as const;

/** Light, dark, or the preference of the operating system. */
export function ThemeChoice() {
  const i18n = useI18n();
  const { atoms } = useApp();
  const theme = useAtomValue(atoms.themeAtom);
  const source = useAtomValue(atoms.themeSourceAtom);
  const setTheme = useSetAtom(atoms.setThemeAtom);
  const followSystem = useSetAtom(atoms.followSystemAtom);
  const saySaved = useSaySaved();
  const chosen = source === 'system' ? 'system' : theme;
  const apply = (value: keyof typeof CHOICES) => (value === 'system' ? followSystem() : setTheme(value));
  return (
    <div className="app-theme">
      <SunMoon aria-hidden />
      <span aria-hidden>{i18n.t('Theme')}</span>
      <fieldset className="app-segments">
        <legend className="stx-hidden">{i18n.t('Theme')}</legend>
        {(['light', 'dark', 'system'] as const).map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="theme"
              value={value}
              checked={chosen === value}
              onChange={() => {
                apply(value);
                saySaved('theme', value === 'system' ? null : value, () => apply(chosen));
              }}
            />
            <span>{i18n.t(CHOICES[value])}</span>
          </label>
        ))}
      </fieldset>
    </div>
  );
}
