import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Link, type LinkProps } from './link.tsx';
import { Tooltip } from './tooltip.tsx';

interface IconLook {
  /** The accessible name; shown as a tooltip to whoever points or tabs. */
  readonly label: string;
  readonly icon: ReactNode;
}

/** The attributes of a button, with name and icon in place of content. */
export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'>, IconLook {}

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

/** The attributes of a link, with name and icon in place of content. */
export interface IconButtonLinkProps extends Omit<LinkProps, 'children' | 'aria-label'>, IconLook {}

/** A link that is shown, named and pressed as a button among buttons; it can still be opened in a new tab. */
export function IconButtonLink({ label, icon, className, ...rest }: IconButtonLinkProps) {
  return (
    <Tooltip label={label}>
      <Link
        {...rest}
        className={classNames('stx-icon-button', className)}
        role="button"
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key !== ' ') return;
          event.preventDefault();
          event.currentTarget.click();
        }}
      >
        {icon}
      </Link>
    </Tooltip>
  );
}
