import { Panel } from '@scantix/ui-shell/react';
import { ChevronDown, Languages } from 'lucide-react';
import { useId, useState } from 'react';
import { useApp } from '../../app-context.ts';
import { isLanguage, LANGUAGES, type Language } from '../../i18n/languages.ts';
import { useI18n } from '../../i18n/use-i18n.ts';

/** The languages by their own names; the chosen one is spoken at once and nothing that stands on the screen is lost. */
export function LanguageChoice() {
  const { toasts, translator } = useApp();
  const i18n = useI18n();
  const [coming, setComing] = useState<Language | null>(null);
  const id = useId();

  const choose = async (language: Language) => {
    setComing(language);
    const spoken = await translator.choose(language);
    setComing(null);
    if (!spoken)
      toasts.show({
        kind: 'error',
        title: i18n.t('This language cannot be loaded now'),
        message: i18n.t('Try again when there is a network.'),
      });
  };

  return (
    <Panel className="app-where">
      <label className="app-pick" htmlFor={id}>
        <Languages aria-hidden />
        <span className="app-pick__label">{i18n.t('Language')}</span>
        <select
          id={id}
          value={coming ?? translator.getSnapshot()}
          onChange={({ target: { value } }) => void (isLanguage(value) && choose(value))}
        >
          {Object.entries(LANGUAGES).map(([language, name]) => (
            <option key={language} value={language} lang={language}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden />
      </label>
    </Panel>
  );
}
