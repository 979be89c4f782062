import type { I18n } from '@lingui/core';
import { formatDateTime, fromWallTime, parseDateTime, toWallTime } from '@scantix/i18n';
import { IconButton, TextField } from '@scantix/ui-shell/react';
import { CalendarDays } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { inZone } from '../../format/other-zone.ts';
import { useI18n } from '../../hooks/use-i18n.ts';

const DAY_MS = 86_400_000;

interface DateTimeFieldProps {
  readonly label: string;
  /** The time zone that dates are written in, by its IANA name. @default the device's */
  readonly zone: string | undefined;
  /** A timestamp in ISO 8601. */
  readonly value: string | undefined;
  /** What is wrong with a date that can be read. */
  readonly problem?: string | undefined;
  /** Called when the field is left, on Enter and when a day was picked; with `undefined` while there is no valid date. */
  readonly onChange: (timestamp: string | undefined) => void;
}

/**
 * A date with its time, written as every other date of the app: the browser's own field has the browser's language. Its
 * picker stays, behind the button.
 */
export function DateTimeField({ label, zone, value, problem, onChange }: DateTimeFieldProps) {
  const i18n = useI18n();
  const picker = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => write(i18n, value, zone));
  /** The text when it was last read: what is being typed is not wrong yet. */
  const [readText, setReadText] = useState(text);
  /** The value that the filter has been told. */
  const told = useRef(value);
  useEffect(() => {
    if (value === told.current) return;
    // Not by this field: the filters were cleared.
    told.current = value;
    setText(write(i18n, value, zone));
    setReadText(write(i18n, value, zone));
  }, [i18n, value, zone]);
  const at = parseDateTime(text, i18n.locale, zone);
  const pattern = i18n.t({ id: 'date.pattern', message: 'mm/dd/yy, hh:mm' });
  const unread = readText === text && text.trim() !== '' && at === null;
  const error = unread ? i18n.t('Not a date. Write it as {pattern}.', { pattern }) : problem;

  const apply = (next: Date | null, typed = '') => {
    const timestamp = next?.toISOString();
    const written = timestamp ? write(i18n, timestamp, zone) : typed.trim();
    setText(written);
    setReadText(written);
    // A date that came from the address may be more exact than its text.
    if (written === readText) return;
    told.current = timestamp;
    onChange(timestamp);
  };
  const leave = () => apply(at, text);
  const openPicker = (input: HTMLInputElement) => {
    input.value = at ? new Date(toWallTime(at.getTime(), zone)).toISOString().slice(0, 10) : '';
    input.showPicker();
  };
  /** `day` is its midnight in UTC, as native pickers give it. */
  const pick = (day: Date | null) => {
    const time = at ? toWallTime(at.getTime(), zone) % DAY_MS : 0;
    apply(day && new Date(fromWallTime(day.getTime() + time, zone)));
  };

  return (
    <>
      <TextField
        label={label + inZone(zone)}
        placeholder={`${pattern} (24 h)`}
        autoComplete="off"
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
        trailing={
          'showPicker' in HTMLInputElement.prototype && (
            <>
              <input
                ref={picker}
                type="date"
                className="app-filters__picker"
                tabIndex={-1}
                aria-hidden
                onChange={(event) => pick(event.target.valueAsDate)}
              />
              <IconButton
                label={i18n.t('{field}: choose the day', { field: label })}
                icon={<CalendarDays />}
                onClick={() => picker.current && openPicker(picker.current)}
              />
            </>
          )
        }
      />
      <p role="alert" className="stx-hidden">
        {error}
      </p>
    </>
  );
}

function write(i18n: I18n, timestamp: string | undefined, zone: string | undefined): string {
  return timestamp === undefined ? '' : formatDateTime(timestamp, i18n.locale, zone);
}
