import type { ComponentPropsWithRef } from 'react';
import { classNames } from './class-names.ts';

/** The attributes of a check box, with its words. */
export interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  readonly label: string;
}

/** A check box whose words can be tapped as well. */
export function Checkbox({ label, className, ...input }: CheckboxProps) {
  return (
    <label className={classNames('stx-checkbox', className)}>
      <input {...input} type="checkbox" />
      {label}
    </label>
  );
}
