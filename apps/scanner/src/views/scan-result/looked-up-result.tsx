import { Button, EmptyState, Page, Skeleton } from '@scantix/ui-shell/react';
import { ResultPage } from './result-page.tsx';
import { useLookup } from './use-lookup.ts';

/** A code opened by its address: it is looked at and nothing is used up. */
export function LookedUpResult({ barcode }: { barcode: string }) {
  const lookup = useLookup(barcode);
  if (lookup.isPending) {
    return (
      <Page>
        <Skeleton height={240} />
      </Page>
    );
  }
  if (lookup.isError) {
    return (
      <EmptyState
        full
        title="This code cannot be looked up now"
        message={lookup.error.message}
        actions={<Button onClick={() => void lookup.refetch()}>Try again</Button>}
      />
    );
  }
  return (
    <ResultPage
      barcode={barcode}
      symbology={lookup.data.history[0]?.symbology ?? null}
      verdict={lookup.data.verdict}
      tookMs={null}
    />
  );
}
