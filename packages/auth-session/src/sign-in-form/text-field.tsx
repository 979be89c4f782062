import { type ComponentProps, useId } from 'react';

/** An input with its label and, beside it, what is wrong with it. */
export function TextField({
  label,
  error,
  ...input
}: ComponentProps<'input'> & { label: string; error: string | null }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        required
        aria-invalid={error !== null}
        {...(error !== null && { 'aria-describedby': `${id}-error` })}
      />
      {error !== null && <p id={`${id}-error`}>{error}</p>}
    </div>
  );
}
