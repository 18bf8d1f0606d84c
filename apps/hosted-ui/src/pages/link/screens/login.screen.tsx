import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/button.js';
import { Announced, STEP_NOTICE, Trust } from '../../../shared/parts/notice-region.js';
import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import { SecretField } from '../../../shared/parts/secret-field.js';
import { TextField } from '../../../shared/parts/text-field.js';
import type { LoginField } from '../api/link-view.js';
import { emptyFields, formsOf, type LoginForm, loginValues } from '../flow/login-form.js';
import { LinkBank, LinkFoot, LinkNotice } from '../parts/link-parts.js';
import type { LinkTexts } from '../i18n/en.js';
import type { LinkOfferProps } from './link-screen-props.js';

export function LoginScreen(props: LinkOfferProps) {
  const { offer, state, view, texts, merchant } = props;
  const words = texts.login;
  const forms = formsOf(offer);
  const [place, setPlace] = useState(0);
  const form = forms[place % forms.length];
  const { institution_name: name, login_details: details } = offer.institution;
  return (
    <div class="panel-body">
      <ScreenTitle title={words.title(name)} titleFor={merchant} />
      <LinkBank {...props} />
      {details?.info_message && view.live && <p>{details.info_message}</p>}
      <LinkNotice {...props} />
      {form && <Fields key={form.method.id} {...props} form={form} />}
      <Announced text={state.sending.what === 'login' && texts.sending} />
      {forms.length > 1 && (
        <Button kind="secondary" onPress={() => setPlace(place + 1)}>
          {words.otherWay}
        </Button>
      )}
      <Trust text={words.trust(merchant)} />
      <LinkFoot {...props} />
    </div>
  );
}

const idOf = (key: string) => `bank-${key.replaceAll('_', '-')}`;

function Fields({ flow, state, texts, form }: LinkOfferProps & { readonly form: LoginForm }) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const busy = state.sending.what === 'login';
  const focus = (key: string | undefined) =>
    root.current?.querySelector<HTMLInputElement>(`#${idOf(key ?? '')}`)?.focus();
  const secrets = form.fields.filter(({ type }) => type === 'password').map(({ key }) => key);
  const wasRefused = state.notice === 'credentials' && !busy;
  useEffect(() => {
    // A refused secret is typed anew; what names the user stays.
    if (!wasRefused) return;
    setTyped((before) => ({ ...before, ...Object.fromEntries(secrets.map((key) => [key, ''])) }));
    setTried(false);
    focus(Object.keys(typed).length > 0 ? secrets[0] : form.fields[0]?.key);
  }, [wasRefused]);
  const empty = emptyFields(form, typed);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (state.sending.what !== 'nothing') return;
    setTried(empty.length > 0);
    if (empty.length > 0) return focus(empty[0]);
    void flow.logIn(loginValues(form, typed));
  };
  return (
    <form class="form" noValidate onSubmit={onSubmit} ref={root}>
      {form.fields.map((field) => {
        const label = labelOf(field, texts);
        const isEmpty = empty.includes(field.key);
        return (
          <FormField
            key={field.key}
            field={field}
            label={label}
            fault={tried && isEmpty ? texts.login.fault(label) : null}
            refused={wasRefused && isEmpty && field.type === 'password'}
            value={typed[field.key] ?? ''}
            onType={(value) => setTyped({ ...typed, [field.key]: value })}
            words={texts.login}
          />
        );
      })}
      <Button kind="primary" busy={busy}>
        {busy ? texts.sending : texts.login.continue}
      </Button>
    </form>
  );
}

interface FormFieldProps {
  readonly field: LoginField;
  readonly label: string;
  readonly fault: string | null;
  /** The notice above is about it. */
  readonly refused: boolean;
  readonly value: string;
  readonly onType: (value: string) => void;
  readonly words: LinkTexts['login'];
}

function FormField({ field, label, fault, refused, value, onType, words }: FormFieldProps) {
  const props = {
    id: idOf(field.key),
    label,
    fault,
    faultElsewhere: refused ? STEP_NOTICE : null,
    value,
    onType,
  };
  if (field.type === 'password') return <SecretField {...props} words={words} />;
  const inputmode = field.type === 'number' ? 'numeric' : 'text';
  const autocomplete = field.key === 'user_id' ? 'username' : 'off';
  return <TextField {...props} input={{ inputmode, autocomplete, maxlength: 200 }} />;
}

function labelOf({ key, name }: LoginField, { login }: LinkTexts): string {
  const known: Readonly<Record<string, string>> = login.fields;
  return Object.hasOwn(known, key) ? (known[key] ?? name) : name;
}
