import type { ComponentChildren, Ref } from 'preact';
import { useState } from 'preact/hooks';
import type { BankTexts } from '../banks/i18n/en.js';

export interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** Text of the input error; null if there is none. */
  readonly fault: string | null;
  /** ID of another element that describes the error. */
  readonly faultElsewhere?: string | null;
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly field?: Ref<HTMLInputElement>;
}

interface TextFieldProps extends FieldProps {
  readonly input: {
    readonly type?: 'text' | 'password';
    readonly inputmode?: 'numeric' | 'decimal' | 'text';
    readonly autocomplete: string;
    readonly autocapitalize?: 'none' | 'words' | 'characters';
    readonly maxlength: number;
  };
  /** A control at the end of the field. */
  readonly children?: ComponentChildren;
}

/** A labelled field. Its fault is tied to it, so that a screen reader reads it with the field. */
export function TextField(props: TextFieldProps) {
  const { id, label, hint, fault, faultElsewhere, value, onType, input, field, children } = props;
  const hintId = `${id}-hint`;
  const faultId = `${id}-fault`;
  const described = [hint && hintId, fault && faultId, faultElsewhere].filter(Boolean).join(' ');
  const isWrong = Boolean(fault ?? faultElsewhere);
  return (
    <div class={`field${isWrong ? ' field--fault' : ''}`}>
      <label for={id}>{label}</label>
      {hint && (
        <p id={hintId} class="field__hint small">
          {hint}
        </p>
      )}
      <span class="field__box">
        <input
          id={id}
          ref={field}
          type={input.type ?? 'text'}
          inputmode={input.inputmode}
          autocomplete={input.autocomplete}
          autocapitalize={input.autocapitalize ?? 'none'}
          autocorrect="off"
          spellcheck={false}
          maxlength={input.maxlength}
          value={value}
          aria-invalid={isWrong ? 'true' : undefined}
          aria-describedby={described || undefined}
          onInput={(event) => onType(event.currentTarget.value)}
        />
        {children}
      </span>
      {fault && (
        <p id={faultId} class="field__fault">
          {fault}
        </p>
      )}
    </div>
  );
}

interface SecretFieldProps extends FieldProps {
  readonly words: BankTexts['login'];
}

/** A password, which can be shown while it is typed. */
export function SecretField({ words, ...props }: SecretFieldProps) {
  const { id, label } = props;
  const [shown, setShown] = useState(false);
  const type = shown ? 'text' : 'password';
  return (
    <TextField {...props} input={{ type, autocomplete: 'current-password', maxlength: 200 }}>
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
