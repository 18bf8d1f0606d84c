import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../shared/parts/button.js';
import { STEP_NOTICE, Trust } from '../../../shared/parts/notice-region.js';
import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import { StepForm } from '../../../shared/parts/step.js';
import { type FieldProps, SecretField, TextField } from '../../../shared/parts/text-field.js';
import type { LoginField } from '../api/link-view.js';
import { emptyFields, formsOf, type LoginForm, loginValues } from '../flow/login-form.js';
import { LinkBank, LinkFoot, LinkNotice } from '../parts/link-parts.js';
import type { LinkTexts } from '../i18n/en.js';
import type { LinkOfferProps } from './link-screen-props.js';

export function LoginScreen(props: LinkOfferProps) {
  const { offer, view, texts, merchant } = props;
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
  const focus = (key: string | undefined) =>
    root.current?.querySelector<HTMLInputElement>(`#${idOf(key ?? '')}`)?.focus();
  const secrets = form.fields.filter(({ type }) => type === 'password').map(({ key }) => key);
  const wasRefused = state.notice === 'credentials' && state.sending.what !== 'login';
  useEffect(() => {
    // A refused secret is typed anew; what names the user stays.
    if (!wasRefused) return;
    setTyped((before) => ({ ...before, ...Object.fromEntries(secrets.map((key) => [key, ''])) }));
    setTried(false);
    focus(Object.keys(typed).length > 0 ? secrets[0] : form.fields[0]?.key);
  }, [wasRefused]);
  const empty = emptyFields(form, typed);
  const onSend = () => {
    setTried(empty.length > 0);
    if (empty.length > 0) return focus(empty[0]);
    void flow.logIn(loginValues(form, typed));
  };
  return (
    <StepForm {...{ state, texts, onSend }} what="login" label={texts.login.continue} form={root}>
      {form.fields.map((field) => {
        const { key, type } = field;
        const label = labelOf(field, texts);
        const isEmpty = empty.includes(key);
        const isRefused = wasRefused && isEmpty && type === 'password';
        return (
          <FormField
            key={key}
            type={type}
            id={idOf(key)}
            label={label}
            fault={tried && isEmpty ? texts.login.fault(label) : null}
            faultElsewhere={isRefused ? STEP_NOTICE : null}
            value={typed[key] ?? ''}
            onType={(value) => setTyped({ ...typed, [key]: value })}
            words={texts.login}
          />
        );
      })}
    </StepForm>
  );
}

interface FormFieldProps extends FieldProps, Pick<LoginField, 'type'> {
  readonly words: LinkTexts['login'];
}

function FormField({ type, words, ...props }: FormFieldProps) {
  if (type === 'password') return <SecretField {...props} words={words} />;
  const inputmode = type === 'number' ? 'numeric' : 'text';
  const autocomplete = props.id === idOf('user_id') ? 'username' : 'off';
  return <TextField {...props} input={{ inputmode, autocomplete, maxlength: 200 }} />;
}

function labelOf({ key, name }: LoginField, { login }: LinkTexts): string {
  const known: Readonly<Record<string, string>> = login.fields;
  return Object.hasOwn(known, key) ? (known[key] ?? name) : name;
}
