import { Page } from '@scantix/ui-shell/react';
import { Loading } from './loading.tsx';

/** The placeholder of a view while its code or the session loads. */
export function ViewSkeleton() {
  return (
    <Page>
      <Loading height={128} />
      <Loading count={4} />
    </Page>
  );
}
