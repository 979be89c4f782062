import { LoaderCircle } from 'lucide-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';

/** The appearance of buttons and of links that look like buttons. */
export interface ButtonAppearance {
  /** `primary` for the main action. @default 'secondary' */
  readonly variant?: 'primary' | 'secondary';
  /** Height in px: 48; 56 for the main button of a form or dialog; 64 for the one in thumb reach. @default 48 */
  readonly size?: 48 | 56 | 64;
  /** As wide as its container. @default false */
  readonly wide?: boolean;
  /** Before the text. @default none */
  readonly icon?: ReactNode;
}

function appearanceClasses({ variant, size = 48, wide }: ButtonAppearance, className: string | undefined) {
  return classNames(
    'stx-button',
    variant === 'primary' && 'stx-button--primary',
    size !== 48 && `stx-button--${size}`,
    wide && 'stx-button--wide',
    className,
  );
}

/** Props of {@link Button}: the attributes of a button, its appearance and `busy`. */
export interface ButtonProps extends ComponentPropsWithRef<'button'>, ButtonAppearance {
  /** Shows a spinner and ignores presses; keeps focus and name. @default false */
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
      className={appearanceClasses(
        { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) },
        className,
      )}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
      onClick={(event) => {
        // Not `disabled`: a disabled button loses the focus, and screen readers skip it.
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <LoaderCircle className="stx-spin" aria-hidden="true" /> : icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: LinkProps & ButtonAppearance) {
  return (
    <Link
      {...rest}
      className={appearanceClasses(
        { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) },
        className,
      )}
    >
      {icon}
      {children}
    </Link>
  );
}
