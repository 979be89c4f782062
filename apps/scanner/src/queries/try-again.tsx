import { Button } from '@scantix/ui-shell/react';
import { useLayoutEffect, useRef } from 'react';
import { useI18n } from '../hooks/use-i18n.ts';
import type { QueryFailure } from './use-query-failure.ts';

/** Runs a failed query again. Where it goes with the focus, the title of the page takes that. */
export function TryAgain({ failure: { retrying, retry } }: { failure: QueryFailure }) {
  const i18n = useI18n();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own === document.activeElement) document.querySelector('h1')?.focus();
    };
  }, []);
  return (
    <Button ref={button} busy={retrying} onClick={retry}>
      {i18n.t('Try again')}
    </Button>
  );
}
