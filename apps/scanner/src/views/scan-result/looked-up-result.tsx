import { barcode as barcodeSchema, type ScanMode } from '@scantix/api-contract';
import { translateText } from '@scantix/i18n';
import { EmptyState, Page } from '@scantix/ui-shell/react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { TryAgain } from '../../queries/try-again.tsx';
import { useQueryFailure } from '../../queries/use-query-failure.ts';
import { Loading } from '../loading/loading.tsx';
import { ResultActions } from './result-actions.tsx';
import { ResultPage } from './result-page.tsx';
import { useLookup } from './use-lookup.ts';

interface LookedUpResultProps {
  readonly barcode: string;
  /** The mode of the address. */
  readonly mode: ScanMode | undefined;
}

/** The result for a code without a scan id: a lookup, which records nothing. An entry is only checked. */
export function LookedUpResult(props: LookedUpResultProps) {
  const i18n = useI18n();
  if (barcodeSchema.safeParse(props.barcode).success) return <Lookup {...props} />;
  return (
    <EmptyState
      full
      title={i18n.t('Nothing at this address')}
      message={i18n.t('This text is too long for a code.')}
      actions={<ResultActions />}
    />
  );
}

function Lookup({ barcode, mode }: LookedUpResultProps) {
  const i18n = useI18n();
  const lookup = useLookup(barcode, mode === 'exit' ? 'exit' : 'check');
  const failure = useQueryFailure(lookup);
  if (failure) {
    return (
      <EmptyState
        full
        title={i18n.t("Can't look up this code right now")}
        message={translateText(i18n, failure.error.message)}
        actions={<TryAgain failure={failure} />}
      />
    );
  }
  if (!lookup.data) {
    return (
      <Page className="app-result">
        <Loading height={280} />
      </Page>
    );
  }
  return (
    <ResultPage
      isLookup
      barcode={barcode}
      symbology={lookup.data.history[0]?.symbology ?? null}
      verdict={lookup.data.verdict}
      tookMs={null}
    />
  );
}
