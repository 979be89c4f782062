import { Button, ErrorPage, Mark } from '@scantix/ui-shell/react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { CopyDetails } from './copy-details.tsx';

interface UnexpectedErrorViewProps {
  readonly error: unknown;
  /** Shows the view once more, inside the frame. Without it this is the whole page, and it starts the app again. */
  readonly onRetry?: () => void;
}

/** In place of a view that has thrown: the error's text, what is safe, and how to continue. */
export function UnexpectedErrorView({ error, onRetry }: UnexpectedErrorViewProps) {
  const i18n = useI18n();
  return (
    <ErrorPage
      {...(onRetry ? { framed: true } : { brand: { mark: <Mark />, name: 'Scantix' } })}
      title={i18n.t('Something went wrong')}
      message={i18n.t("This page couldn't load.")}
      details={error instanceof Error ? error.message : String(error)}
      note={i18n.t('Scans already on this device are kept.')}
      actions={
        <>
          <CopyDetails error={error} label={i18n.t('Copy details')} copiedLabel={i18n.t('Copied')} />
          <Button variant="primary" onClick={onRetry ?? (() => window.location.assign('/'))}>
            {onRetry ? i18n.t('Try again') : i18n.t('Start again')}
          </Button>
        </>
      }
    />
  );
}
