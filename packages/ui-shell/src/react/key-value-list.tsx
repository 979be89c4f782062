import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** One entry of a {@link KeyValueList}. */
export interface KeyValue {
  readonly key: string;
  readonly value: ReactNode;
  /** Small text under the value. */
  readonly note?: ReactNode;
  /** Whether the value is a code, in a monospaced font. @default false */
  readonly mono?: boolean;
}

/** Names and values in one panel: the name at the left, the value at the right. */
export function KeyValueList({ items, className }: { items: readonly KeyValue[]; className?: string }) {
  return (
    <dl className={classNames('stx-panel', 'stx-facts', className)}>
      {items.map(({ key, value, note, mono }) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd className={mono ? 'stx-mono' : undefined}>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
