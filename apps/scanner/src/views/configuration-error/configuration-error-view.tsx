import { Button, ErrorPage, Mark } from '@scantix/ui-shell/react';
import { useEffect } from 'react';
import { CopyDetails } from '../unexpected-error/copy-details.tsx';

/** The page of a failed start-up (specification, sections 2 and 8). It uses no service, because none exists. */
export function ConfigurationErrorView({ error }: { error: unknown }) {
  useEffect(() => {
    document.title = 'Configuration Error';
  }, []);
  return (
    <ErrorPage
      brand={{ mark: <Mark />, name: 'Scantix' }}
      title="Configuration Error"
      message="Failed to load application configuration."
      details={error instanceof Error ? error.message : String(error)}
      note="Scans already on this device are kept. Show this page to whoever set the app up."
      actions={
        <>
          <CopyDetails error={error} label="Copy details" copiedLabel="Copied" />
          <Button variant="primary" onClick={() => location.reload()}>
            Try again
          </Button>
        </>
      }
    />
  );
}
