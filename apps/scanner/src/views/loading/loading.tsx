import { Skeleton, type SkeletonProps } from '@scantix/ui-shell/react';
import { useI18n } from '../../hooks/use-i18n.ts';

/** Placeholder blocks with a translated name. */
export function Loading(props: Omit<SkeletonProps, 'labels'>) {
  return <Skeleton {...props} labels={{ loading: useI18n().t('Loading') }} />;
}
