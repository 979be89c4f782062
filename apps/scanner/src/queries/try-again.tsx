import { Button, leaveFocusToTitle } from '@scantix/ui-shell/react';
import { useI18n } from '../hooks/use-i18n.ts';
import type { QueryFailure } from './use-query-failure.ts';

/** Runs a failed query again. */
export function TryAgain({ failure: { retrying, retry } }: { failure: QueryFailure }) {
  const i18n = useI18n();
  return (
    <Button ref={leaveFocusToTitle} busy={retrying} onClick={retry}>
      {i18n.t('Try again')}
    </Button>
  );
}
