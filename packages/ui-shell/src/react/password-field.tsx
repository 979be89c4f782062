import { Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { type ShellLabels, withDefaults } from './labels.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** Props of {@link PasswordField}: those of a text field, without those that it sets itself. */
export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing'> {
  /** Any of the texts of `defaultLabels`. @default English */
  readonly labels?: Partial<ShellLabels> | undefined;
}

/** A password field with a button that shows the characters. Pasting and password managers work. */
export function PasswordField({ labels, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const ownId = useId();
  const id = field.id ?? ownId;
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...field}
      id={id}
      type={shown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={withDefaults(labels).revealPassword}
          icon={shown ? <EyeOff /> : <Eye />}
          aria-pressed={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
