import { Button, ErrorPage, Mark } from '@scantix/ui-shell/react';

/** What is left when a view has thrown: the error's text, what is safe, and a way on. */
export function UnexpectedErrorView({ error }: { error: unknown }) {
  return (
    <ErrorPage
      brand={{ mark: <Mark />, name: 'Scantix' }}
      title="Something went wrong"
      message="This view stopped. The error has been reported."
      details={error instanceof Error ? error.message : String(error)}
      note="Scans already on this device are kept."
      actions={
        <Button variant="primary" onClick={() => window.location.assign('/')}>
          Start again
        </Button>
      }
    />
  );
}
