import { ButtonLink } from '@scantix/ui-shell/react';
import { ScanBarcode } from 'lucide-react';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';

/** The links at the end of a result. */
export function ResultActions() {
  const i18n = useI18n();
  const hasResults = useFeature('results');
  return (
    <>
      {hasResults && (
        <ButtonLink href="/results" size={56}>
          {i18n.t('All results')}
        </ButtonLink>
      )}
      <ButtonLink href="/scanner" size={56} variant="primary" icon={<ScanBarcode aria-hidden />}>
        {i18n.t('Next scan')}
      </ButtonLink>
    </>
  );
}
