import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A box with a hairline border; hairlines also separate its children. */
export function Panel({ className, ...props }: ComponentProps<'div'>) {
  return <div className={classNames('stx-panel', className)} {...props} />;
}
