import { CircleAlert } from 'lucide-react';
import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** Props of {@link TextField}: the attributes of an input, with label and messages. */
export interface TextFieldProps extends ComponentPropsWithRef<'input'> {
  readonly label: string;
  /** What is wrong with the value; shown under the field and part of its description. */
  readonly error?: string | null | undefined;
  /** What to enter. */
  readonly hint?: string;
  /** An icon inside, at the left. */
  readonly leading?: ReactNode;
  /** A button inside, at the right. */
  readonly trailing?: ReactNode;
  /** Whether the label is only for assistive technology. @default false */
  readonly labelHidden?: boolean;
}

/** A text input with a label, a hint and an error. */
export function TextField({ label, error, hint, leading, trailing, labelHidden, className, ...input }: TextFieldProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`, input['aria-describedby']].filter(Boolean);
  return (
    <div className={classNames('stx-field', className)}>
      <label htmlFor={id} className={labelHidden ? 'stx-hidden' : undefined}>
        {label}
      </label>
      <span className={classNames('stx-field__box', leading !== undefined && 'stx-field__box--leading')}>
        {leading}
        <input
          type="text"
          {...input}
          id={id}
          className="stx-input"
          {...(error && { 'aria-invalid': true })}
          aria-describedby={describedBy.join(' ') || undefined}
        />
        {trailing}
      </span>
      {hint && (
        <p id={`${id}-hint`} className="stx-field__hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="stx-field__error">
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}
