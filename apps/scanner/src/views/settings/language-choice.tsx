import { Languages } from 'lucide-react';
import { useRef, useState } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { LANGUAGES, type Language } from '../../i18n/languages.ts';
import { useApp } from '../../services/app-context.ts';
import { SelectRow } from './select-row.tsx';
import { useSaySaved } from './use-say-saved.ts';

/** The languages by their own names. A choice applies at once, and no input is lost. */
export function LanguageChoice() {
  const { toasts, translator } = useApp();
  const i18n = useI18n();
  const saySaved = useSaySaved();
  const [loading, setLoading] = useState<Language | null>(null);
  const choices = useRef(0);

  const choose = async (language: Language) => {
    const before = translator.getSnapshot();
    choices.current += 1;
    const choice = choices.current;
    setLoading(language);
    const loaded = await translator.choose(language);
    // A later choice counts, and says so itself.
    if (choices.current !== choice) return;
    setLoading(null);
    if (loaded) saySaved('scannerLanguage', language, () => void translator.choose(before));
    else
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
      value={loading ?? translator.getSnapshot()}
      onChange={(value) => void (translator.isLanguage(value) && choose(value))}
      options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label, lang: value }))}
    />
  );
}
