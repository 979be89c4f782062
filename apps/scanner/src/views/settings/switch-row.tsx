import type { ReactNode } from 'react';

interface SwitchRowProps {
  readonly icon?: ReactNode;
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A row with a switch; a change is saved at once. */
export function SwitchRow({ icon, label, checked, disabled, onChange }: SwitchRowProps) {
  return (
    <label className="app-pick">
      {icon}
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className="app-switch"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
