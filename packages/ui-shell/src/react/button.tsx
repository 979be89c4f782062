import { LoaderCircle } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';

/** The look that buttons and links dressed as buttons share. */
export interface ButtonLook {
  /** `primary` for the one thing to press. @default 'secondary' */
  readonly variant?: 'primary' | 'secondary';
  /** Height in px: 48, 56 for a form's or dialog's main button, 64 for the one of the thumb zone. @default 48 */
  readonly size?: 48 | 56 | 64;
  /** As wide as its container. @default false */
  readonly wide?: boolean;
  readonly icon?: ReactNode;
}

function lookClasses({ variant, size = 48, wide }: ButtonLook, className: string | undefined) {
  return classNames(
    'stx-button',
    variant === 'primary' && 'stx-button--primary',
    size !== 48 && `stx-button--${size}`,
    wide && 'stx-button--wide',
    className,
  );
}

/** The attributes of a button, its look, and whether it is at work. */
export interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonLook {
  /** At work: shows it, keeps focus and name, and ignores presses. @default false */
  readonly busy?: boolean;
}

/** A button; `type` is `button` unless given. */
export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={lookClasses({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        // Not `disabled`: that would drop the focus and silence the button for a screen reader.
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <LoaderCircle className="stx-spin" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

/** A link with the look of a button. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: LinkProps & ButtonLook) {
  return (
    <Link
      {...rest}
      className={lookClasses({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }, className)}
    >
      {icon}
      {children}
    </Link>
  );
}
