import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface SelectRowProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly value: string;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    /** The language of the label, if it differs from the page's. */
    readonly lang?: string;
  }[];
  readonly onChange: (value: string) => void;
}

/** A row with the platform's own select; a choice is saved at once. */
export function SelectRow({ icon, label, value, options, onChange }: SelectRowProps) {
  const id = useId();
  return (
    <label className="app-pick" htmlFor={id}>
      {icon}
      <span className="app-pick__label">{label}</span>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden />
    </label>
  );
}
