import type { ComponentChildren, Ref } from 'preact';
import type { PageTexts } from '../i18n/page/en.js';
import { Button } from './button.js';
import { Announced } from './notice-region.js';

interface SendingProps {
  readonly state: { readonly sending: { readonly what: string } };
  readonly texts: PageTexts;
}

interface StepFormProps extends SendingProps {
  readonly what: string;
  readonly label: string;
  /** Not called while anything is being sent. */
  readonly onSend: () => void;
  readonly form?: Ref<HTMLFormElement>;
  readonly children: ComponentChildren;
}

/** The form of a step, with the button that sends it. */
export function StepForm(props: StepFormProps) {
  const { state, texts, what, label, onSend, form, children } = props;
  const { sending } = state;
  const busy = sending.what === what;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (sending.what === 'nothing') onSend();
  };
  return (
    <form class="form" noValidate onSubmit={onSubmit} ref={form}>
      {children}
      <Button kind="primary" busy={busy}>
        {busy ? texts.sending : label}
      </Button>
      <Announced text={busy && texts.sending} />
    </form>
  );
}

interface StepFootProps extends SendingProps {
  readonly label?: string | undefined;
  /** `primary` where there is nothing else to do. */
  readonly kind?: 'quiet' | 'primary';
  readonly onLeave: () => void;
}

/** The button that leaves the page, below every step. */
export function StepFoot({ state, texts, label, kind = 'quiet', onLeave }: StepFootProps) {
  const { what } = state.sending;
  return (
    <div class="step-foot">
      <Button kind={kind} busy={what === 'leave'} off={what !== 'nothing'} onPress={onLeave}>
        {label ?? texts.cancel}
      </Button>
    </div>
  );
}
