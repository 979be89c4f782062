import { Skeleton, type SkeletonProps } from '@scantix/ui-shell/react';
import { useI18n } from '../../hooks/use-i18n.ts';

/** Blocks the size of what is being loaded, named in the language of the moment. */
export function Loading(props: Omit<SkeletonProps, 'labels'>) {
  return <Skeleton {...props} labels={{ loading: useI18n().t('Loading') }} />;
}
