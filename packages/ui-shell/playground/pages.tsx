import { Button, ButtonLink, CornerFrame, EmptyState, ErrorPage, Mark, Page } from '@scantix/ui-shell/react';

/** The empty state of a whole page. */
export function NotFound() {
  return (
    <Page>
      <EmptyState
        full
        title="There is no such page"
        message="The address may be old, or a letter is missing."
        figure={<CornerFrame>/recipes</CornerFrame>}
        actions={
          <>
            <ButtonLink href="#controls" variant="primary" size={56}>
              Controls
            </ButtonLink>
            <ButtonLink href="#error" size={56}>
              The error page
            </ButtonLink>
          </>
        }
      />
    </Page>
  );
}

/** The error page, without the shell. */
export function Failed() {
  return (
    <ErrorPage
      brand={{ mark: <Mark />, name: 'Scantix' }}
      title="Something went wrong"
      message="The page cannot go on."
      details="TypeError: ticket is undefined"
      note="Scans that wait are safe on this device."
      actions={
        <>
          <Button variant="primary" size={56} onClick={() => location.reload()}>
            Reload
          </Button>
          <ButtonLink href="#controls" size={56}>
            Back to the controls
          </ButtonLink>
        </>
      }
    />
  );
}
