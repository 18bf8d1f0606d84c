import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import type { BankTexts } from '../banks/i18n/en.js';
import { TextField } from './text-field.js';

interface SecretFieldProps {
  readonly id: string;
  readonly label: string;
  readonly fault: string | null;
  readonly faultElsewhere?: string | null;
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly field?: Ref<HTMLInputElement>;
  readonly words: BankTexts['login'];
}

/** A password, which can be shown while it is typed. */
export function SecretField({ words, ...props }: SecretFieldProps) {
  const { id, label } = props;
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      input={{
        type: shown ? 'text' : 'password',
        autocomplete: 'current-password',
        maxlength: 200,
      }}
    >
      <button
        type="button"
        class="field__control"
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        {shown ? words.hide : words.show}
        <span class="visually-hidden"> {label}</span>
      </button>
    </TextField>
  );
}
