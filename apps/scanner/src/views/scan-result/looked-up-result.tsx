import type { ScanMode } from '@scantix/api-contract';
import { translateText } from '@scantix/i18n';
import { EmptyState, Page } from '@scantix/ui-shell/react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { TryAgain } from '../../queries/try-again.tsx';
import { useQueryFailure } from '../../queries/use-query-failure.ts';
import { Loading } from '../loading/loading.tsx';
import { ResultPage } from './result-page.tsx';
import { useLookup } from './use-lookup.ts';

interface LookedUpResultProps {
  readonly barcode: string;
  /** The mode of the address. */
  readonly mode: ScanMode | undefined;
}

/** The result for a code without a scan id: a lookup, which records nothing. An entry is only checked. */
export function LookedUpResult({ barcode, mode }: LookedUpResultProps) {
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
