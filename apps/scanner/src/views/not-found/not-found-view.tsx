import { ButtonLink, CornerFrame, EmptyState } from '@scantix/ui-shell/react';
import { useLocation } from 'react-router';

export function NotFoundView() {
  const { pathname } = useLocation();
  return (
    <EmptyState
      full
      title="Nothing at this address"
      figure={<CornerFrame>{pathname}</CornerFrame>}
      message="The link may be old or mistyped. Your scans are safe."
      actions={
        <>
          <ButtonLink href="/">Home</ButtonLink>
          <ButtonLink href="/scanner" variant="primary">
            Scan
          </ButtonLink>
        </>
      }
    />
  );
}
