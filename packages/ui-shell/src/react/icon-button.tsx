import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';
import { Tooltip } from './tooltip.tsx';

interface IconAppearance {
  /** The accessible name, also shown as a tooltip on hover and focus. */
  readonly label: string;
  readonly icon: ReactNode;
}

/** Props of {@link IconButton}: the attributes of a button, with name and icon instead of content. */
export interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'>,
    IconAppearance {}

/** A square button of 48 px that shows only an icon. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label}>
      <button type="button" {...rest} className={classNames('stx-icon-button', className)} aria-label={label}>
        {icon}
      </button>
    </Tooltip>
  );
}

/** Props of {@link IconButtonLink}: the attributes of a link, with name and icon instead of content. */
export interface IconButtonLinkProps extends Omit<LinkProps, 'children' | 'aria-label'>, IconAppearance {}

/** A link that looks and behaves like an {@link IconButton}, but can be opened in a new tab. */
export function IconButtonLink({ label, icon, className, onKeyDown, ...rest }: IconButtonLinkProps) {
  return (
    <Tooltip label={label}>
      <Link
        {...rest}
        className={classNames('stx-icon-button', className)}
        role="button"
        aria-label={label}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          if (event.key !== ' ' || event.defaultPrevented) return;
          event.preventDefault();
          event.currentTarget.click();
        }}
      >
        {icon}
      </Link>
    </Tooltip>
  );
}
