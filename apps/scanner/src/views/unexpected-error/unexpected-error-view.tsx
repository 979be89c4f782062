import { Button, ErrorPage, Mark } from '@scantix/ui-shell/react';
import { useI18n } from '../../hooks/use-i18n.ts';

/** The page shown after a view has thrown: the error's text, what is safe, and a button to start again. */
export function UnexpectedErrorView({ error }: { error: unknown }) {
  const i18n = useI18n();
  return (
    <ErrorPage
      brand={{ mark: <Mark />, name: 'Scantix' }}
      title={i18n.t('Something went wrong')}
      message={i18n.t("This page couldn't load. The error has been reported.")}
      details={error instanceof Error ? error.message : String(error)}
      note={i18n.t('Scans already on this device are kept.')}
      actions={
        <Button variant="primary" onClick={() => window.location.assign('/')}>
          {i18n.t('Start again')}
        </Button>
      }
    />
  );
}
