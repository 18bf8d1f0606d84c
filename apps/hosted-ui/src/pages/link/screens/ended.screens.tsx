import { Button } from '../../../shared/parts/button.js';
import { ContactLink } from '../../../shared/parts/contact-link.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { linkFailureOf } from '../flow/failure-of.js';
import { LinkFoot, LinkNotice } from '../parts/link-parts.js';
import type { LinkScreenProps, LinkViewProps } from './link-screen-props.js';

/** What happened, that nothing was linked, and the next step. */
export function FailedScreen(props: LinkViewProps) {
  const { flow, state, view, texts, merchant } = props;
  const code = linkFailureOf(view);
  const failure = texts.failed[code];
  const { title, happened } = failure;
  const name = state.offer?.institution.institution_name ?? texts.someBank;
  // Nobody is sent straight back to a bank that refuses to talk for a while.
  // In a session that is limited, every login is refused: at any bank, whatever is typed.
  const goesOn = code !== 'LIMITED';
  const otherFirst = !view.institution_fixed && code === 'LOCKED';
  const other = goesOn && !view.institution_fixed && (
    <Button kind={otherFirst ? 'primary' : 'secondary'} onPress={() => flow.changeInstitution()}>
      {texts.otherBank}
    </Button>
  );
  return (
    <StatusPanel tone="bad" icon="alert" title={title} titleFor={merchant}>
      <p>{happened(name)}</p>
      <p class="fact">{view.mode === 'LINK' ? texts.nothingLinked : texts.nothingChanged}</p>
      {'next' in failure && <p>{failure.next}</p>}
      <LinkNotice {...props} />
      {otherFirst && other}
      {goesOn && (
        <Button kind={otherFirst ? 'secondary' : 'primary'} onPress={() => flow.tryAgain()}>
          {texts.sameBank}
        </Button>
      )}
      {!otherFirst && other}
      <ContactLink merchant={view.merchant} texts={texts} />
      <LinkFoot
        {...props}
        kind={goesOn ? 'quiet' : 'primary'}
        label={texts.actions.returnTo(merchant)}
      />
    </StatusPanel>
  );
}

/** The page was left, and leads nowhere by itself. A login that the bank had accepted stays. */
export function LeftScreen({ state, texts, merchant }: LinkScreenProps) {
  const isDone = state.left?.message === 'success';
  const isNew = state.view?.mode === 'LINK';
  const done = state.cancelled ? texts.alreadyLinked : texts.done;
  const { title, body } = isDone ? done : isNew ? texts.left : texts.unchanged;
  return (
    <StatusPanel
      tone={isDone ? 'good' : 'neutral'}
      icon={isDone ? 'check' : 'cross'}
      title={title}
      titleFor={merchant}
    >
      <p>{body(merchant)}</p>
      {!isDone && <p class="aside">{texts.wayOut.closePage}</p>}
    </StatusPanel>
  );
}
