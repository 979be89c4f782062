import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';

/** Props of {@link Checkbox}: the attributes of a check box, and its label. */
export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  readonly label: string;
}

/** A check box with a label that can be tapped too. */
export function Checkbox({ label, className, ...input }: CheckboxProps) {
  return (
    <label className={classNames('stx-checkbox', className)}>
      <input {...input} type="checkbox" />
      {label}
    </label>
  );
}
