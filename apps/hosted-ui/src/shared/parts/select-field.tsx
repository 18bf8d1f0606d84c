import type { Ref } from 'preact';

interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onPick: (value: string) => void;
  readonly field?: Ref<HTMLSelectElement>;
}

/** A labelled choice of one of few. */
export function SelectField({ id, label, value, options, onPick, field }: SelectFieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="field__box">
        <select
          id={id}
          ref={field}
          value={value}
          onChange={(event) => onPick(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
