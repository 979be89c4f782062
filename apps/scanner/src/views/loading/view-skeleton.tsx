import { Page } from '@scantix/ui-shell/react';
import { Loading } from './loading.tsx';

/** What stands in a view's place until its code or its session has come. */
export function ViewSkeleton() {
  return (
    <Page className="app-waiting">
      <Loading height={128} />
      <Loading count={4} />
    </Page>
  );
}
