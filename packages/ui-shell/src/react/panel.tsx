import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** One box with a hairline border; what is inside is parted by hairlines, never by further boxes. */
export function Panel({ className, ...props }: ComponentProps<'div'>) {
  return <div className={classNames('stx-panel', className)} {...props} />;
}
