import { Languages } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { LANGUAGES, type Language } from '../../i18n/languages.ts';
import { useApp } from '../../services/app-context.ts';
import { SelectRow } from './select-row.tsx';

/** The languages by their own names; the chosen one is spoken at once and nothing that stands on the screen is lost. */
export function LanguageChoice() {
  const { toasts, translator } = useApp();
  const i18n = useI18n();
  const [coming, setComing] = useState<Language | null>(null);

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
    <SelectRow
      icon={<Languages aria-hidden />}
      label={i18n.t('Language')}
      value={coming ?? translator.getSnapshot()}
      onChange={(value) => void (translator.isLanguage(value) && choose(value))}
      options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label, lang: value }))}
    />
  );
}
