import { classNames } from './class-names.ts';

/** The product's mark as a path on a grid of 32 by 32. */
export interface MarkProps {
  /** The path data of the mark. @default the Scantix S */
  readonly path?: string;
  readonly className?: string;
}

const scantixMark =
  'M8 0H24A8 8 0 0 1 32 8H12A2 2 0 0 0 12 12H24A8 8 0 0 1 32 20V24A8 8 0 0 1 24 32H8A8 8 0 0 1 0 24H20A2 2 0 0 0 20 20H8A8 8 0 0 1 0 12V8A8 8 0 0 1 8 0Z';

/** The product's mark, in the colour of the text around it; decoration beside the product's name. */
export function Mark({ path = scantixMark, className }: MarkProps) {
  return (
    <svg className={classNames('stx-mark', className)} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
