import { useEffect, useRef, useState } from 'preact/hooks';
import { plainText } from '../../../shared/input/plain-text.js';
import { STEP_NOTICE, StepNotice } from '../../../shared/parts/notice-region.js';
import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import { StepForm } from '../../../shared/parts/step.js';
import { SecretField, TextField } from '../../../shared/parts/text-field.js';
import type { ActionField, LinkAction } from '../api/link-view.js';
import { noticeTextOf } from '../flow/failure-of.js';
import { LinkFoot } from '../parts/link-parts.js';
import type { LinkTexts } from '../i18n/en.js';
import type { LinkViewProps } from './link-screen-props.js';

/** The bank's question after the login: a code, a device, or another question in its own words. */
export function ActionScreen(props: LinkViewProps) {
  const { state, view, texts, merchant } = props;
  const { action } = view;
  if (!action) return null;
  const errors = action.messages.filter(({ type }) => type === 'ERROR');
  const messages = action.messages.filter(({ type }) => type !== 'ERROR');
  const notice = noticeTextOf(state, texts);
  const wrong = errors.map(({ value }) => value).join(' ');
  return (
    <div class="panel-body">
      <ScreenTitle title={titleOf(action, texts)} titleFor={merchant} />
      {messages.map(({ name, value }) => (
        <p key={name}>{value}</p>
      ))}
      <StepNotice text={notice ?? (wrong || null)} />
      <ActionForm key={action.action_id} {...props} action={action} wrong={wrong !== ''} />
      <LinkFoot {...props} />
    </div>
  );
}

interface ActionFormProps extends LinkViewProps {
  readonly action: LinkAction;
  /** The answer before was. */
  readonly wrong: boolean;
}

const idOf = (name: string) => `action-${name.replaceAll(/[^\w-]/g, '-')}`;

function ActionForm({ flow, state, texts, action, wrong }: ActionFormProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const focus = (name: string) => {
    const field = root.current?.querySelector<HTMLElement>(`#${idOf(name)}, #${idOf(name)} input`);
    field?.focus();
  };
  useEffect(() => {
    const [first] = action.fields;
    if (wrong && first) focus(first.name);
  }, []);
  const empty = action.fields.filter(({ name }) => (typed[name] ?? '').trim() === '');
  const [firstEmpty] = empty;
  const onSend = () => {
    setTried(empty.length > 0);
    if (firstEmpty) return focus(firstEmpty.name);
    void flow.answer(answersOf(action, typed));
  };
  const label = action.buttons?.[0]?.value ?? texts.action.confirm;
  return (
    <StepForm {...{ state, texts, label, onSend }} what="action" form={root}>
      {action.fields.map((field) => (
        <AnswerField
          key={field.name}
          field={field}
          isCode={action.name.endsWith('OTP')}
          fault={tried && empty.includes(field)}
          refused={wrong && empty.includes(field)}
          value={typed[field.name] ?? ''}
          onType={(value) => setTyped({ ...typed, [field.name]: value })}
          texts={texts}
        />
      ))}
    </StepForm>
  );
}

interface AnswerFieldProps {
  readonly field: ActionField;
  readonly isCode: boolean;
  readonly fault: boolean;
  readonly refused: boolean;
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly texts: LinkTexts;
}

function AnswerField(props: AnswerFieldProps) {
  const { field, isCode, fault, refused, value, onType, texts } = props;
  if (field.type === 'SELECT') return <Options {...props} />;
  const shown = {
    id: idOf(field.name),
    label: field.label ?? texts.action.other,
    fault: fault ? texts.action.fault : null,
    faultElsewhere: refused && !fault ? STEP_NOTICE : null,
    value,
    onType,
  };
  if (field.type === 'PASSWORD') return <SecretField {...shown} words={texts.login} />;
  return (
    <TextField
      {...shown}
      {...(isCode && { hint: texts.action.codeHint })}
      input={{
        inputmode: isCode ? 'numeric' : 'text',
        autocomplete: isCode ? 'one-time-code' : 'off',
        maxlength: 200,
      }}
    />
  );
}

/** All in sight: there are few, and one press chooses. */
function Options({ field, fault, value, onType, texts }: AnswerFieldProps) {
  const id = idOf(field.name);
  return (
    <fieldset
      id={id}
      class={`options${fault ? ' field--fault' : ''}`}
      aria-describedby={fault ? `${id}-fault` : undefined}
    >
      <legend>{field.label ?? texts.action.choose}</legend>
      {field.options?.map((option) => (
        <label key={option.value} class="option">
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            aria-invalid={fault ? 'true' : undefined}
            onChange={() => onType(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
      {fault && (
        <p id={`${id}-fault`} class="field__fault">
          {texts.action.fault}
        </p>
      )}
    </fieldset>
  );
}

function titleOf({ name }: LinkAction, { action }: LinkTexts): string {
  if (name.endsWith('OTP')) return action.code;
  return name === 'DEVICE_SELECTION' ? action.device : action.other;
}

/** Codes are sent without the spaces that messages write them with. */
function answersOf({ name, fields }: LinkAction, typed: Readonly<Record<string, string>>) {
  const isCode = name.endsWith('OTP');
  return Object.fromEntries(
    fields.map((field): [string, string] => {
      const value = typed[field.name] ?? '';
      if (field.type !== 'INPUT') return [field.name, value];
      const plain = (isCode ? plainText(value) : value.normalize('NFKC')).trim();
      return [field.name, isCode ? plain.replaceAll(/[\s-]/gu, '') : plain];
    }),
  );
}
