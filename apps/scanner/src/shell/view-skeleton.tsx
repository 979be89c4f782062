import { Page, Skeleton } from '@scantix/ui-shell/react';

/** What stands in a view's place until its code or its session has come. */
export function ViewSkeleton() {
  return (
    <Page>
      <Skeleton height={128} />
      <Skeleton count={4} />
    </Page>
  );
}
