import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { safeUrl } from '../../../shared/api/safe-url.js';
import { leaveTo } from '../../../shared/embedding/frame.js';
import type { StatusTexts } from '../../../shared/i18n/page/en.js';
import { Button } from '../../../shared/parts/button.js';
import { ContactLink } from '../../../shared/parts/contact-link.js';
import type { IconName } from '../../../shared/parts/icon.js';
import { Unreachable } from '../../../shared/parts/notice-region.js';
import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { BLOCKED, SessionEnded } from '../../../shared/parts/trouble-screens.js';
import { ReturnLink } from '../../../shared/parts/way-out.js';
import { cameFromBank } from '../../../shared/session/link-token.js';
import type { Attempt } from '../api/hosted-view.js';
import { isDebit } from '../api/parse-view.js';
import { failureOf, moneyMovedText } from '../flow/failure-of.js';
import { attemptUnderWay, type Screen } from '../flow/screen-of.js';
import type { Texts } from '../i18n/en.js';
import { cardText, accountText } from '../parts/card-brands.js';
import { CardFormScreen } from './card-form.screen.js';
import { MandateScreen } from './mandate.screen.js';
import type { LinkScreenProps, ScreenProps } from './screen-props.js';
import { AlreadyPaidScreen, SuccessScreen } from './success.screen.js';
import { TransferScreen } from './transfer.screen.js';

export const PAY_SCREENS: Readonly<Record<Screen, ComponentType<ScreenProps>>> = {
  ...BLOCKED,
  autopay: withLink(AutopayScreen),
  card_form: withLink(CardFormScreen),
  mandate: withLink(MandateScreen),
  transfer: withLink(TransferScreen),
  challenge: withLink(ChallengeScreen),
  processing: withLink(ProcessingScreen),
  success: withLink(SuccessScreen),
  already_paid: withLink(AlreadyPaidScreen),
  failed: withLink(FailedScreen),
  expired: withLink(deadLink('clock', (texts) => texts.expired)),
  cancelled: withLink(deadLink('cross', (texts) => texts.cancelled)),
  session_ended: SessionEndedScreen,
  no_method: NoMethodScreen,
  used_up: withLink(UsedUpScreen),
};

function withLink(Shown: ComponentType<LinkScreenProps>): ComponentType<ScreenProps> {
  return (props) => (props.state.view ? <Shown {...props} view={props.state.view} /> : null);
}

/** A link that takes no payment any more: why, what became of the money, whom to ask. */
function deadLink(icon: IconName, wordsIn: (texts: Texts) => StatusTexts) {
  return function DeadLinkScreen({ view, texts, merchant }: LinkScreenProps) {
    const { title, body } = wordsIn(texts);
    return (
      <StatusPanel tone="neutral" icon={icon} title={title} titleFor={merchant}>
        <p>{body(merchant)}</p>
        <p class="fact">{moneyMovedText(view.money_moved, view, texts)}</p>
        <ContactLink merchant={view.merchant} texts={texts} />
        <ReturnLink view={view} texts={texts} kind="secondary" />
      </StatusPanel>
    );
  };
}

interface MethodUsedProps {
  readonly attempt: Attempt | null | undefined;
  readonly texts: Texts;
}

/** The card or the account that an attempt is with, in the words in which it was offered. */
function MethodUsed({ attempt, texts }: MethodUsedProps) {
  const { card, sender_account: account } = attempt ?? {};
  if (card) return <p class="aside">{cardText(card, texts)}</p>;
  if (!account) return null;
  return <p class="aside">{accountText(account, texts)}</p>;
}

function NoMethodScreen({ flow, state, texts, merchant }: ScreenProps) {
  const { title, body } = texts.noMethod;
  return (
    <StatusPanel tone="neutral" icon="card" title={title} titleFor={merchant}>
      <p>{body(merchant)}</p>
      <Button kind="secondary" onPress={() => void flow.retry()}>
        {texts.actions.retry}
      </Button>
      {state.view && <ContactLink merchant={state.view.merchant} texts={texts} />}
    </StatusPanel>
  );
}

/** Every method of the link took all the attempts that it allows: nothing here can be tried again. */
function UsedUpScreen({ view, texts, merchant }: LinkScreenProps) {
  const { title, body, next } = texts.usedUp;
  return (
    <StatusPanel tone="neutral" icon="cross" title={title} titleFor={merchant}>
      <p>{body}</p>
      <p class="fact">{moneyMovedText(view.money_moved, view, texts)}</p>
      <p>{next(merchant)}</p>
      <ContactLink merchant={view.merchant} texts={texts} />
      <ReturnLink view={view} texts={texts} kind="secondary" />
    </StatusPanel>
  );
}

function FailedScreen({ flow, view, texts, merchant }: LinkScreenProps) {
  const failure = failureOf(view, texts);
  return (
    <StatusPanel tone="bad" icon="alert" title={failure.title} titleFor={merchant}>
      <MethodUsed attempt={view.attempt} texts={texts} />
      <p>{failure.happened}</p>
      <p class="fact">{failure.moneyMoved}</p>
      {failure.canRetry && <p>{failure.next}</p>}
      {failure.canRetry && (
        <Button kind="primary" onPress={() => flow.payAgain()}>
          {failure.retry}
        </Button>
      )}
      {!failure.canRetry && <ContactLink merchant={view.merchant} texts={texts} />}
      <ReturnLink view={view} texts={texts} kind="secondary" />
    </StatusPanel>
  );
}

function ProcessingScreen({ state, view, texts, merchant }: LinkScreenProps) {
  const words = texts.processing;
  const isSetup = view.mode === 'SETUP';
  const card = { title: words.setupTitle, body: words.setupBody };
  // Of an answer that was lost nobody knows yet what it was of.
  const attempt = attemptUnderWay(view, state);
  const byDebit = isDebit({ attempt: attempt ?? undefined });
  const setup = byDebit ? texts.debit.settingUp : card;
  const body = byDebit ? texts.debit.collecting : words.body;
  return (
    <StatusPanel
      tone="busy"
      icon="spinner"
      title={isSetup ? setup.title : words.title}
      titleFor={merchant}
    >
      <MethodUsed attempt={attempt} texts={texts} />
      <p>{isSetup ? setup.body : body}</p>
      <p class="fact">{(isSetup ? words.setupDoNotRepeat : words.doNotRepeat)(merchant)}</p>
      <Unreachable state={state} texts={texts} />
    </StatusPanel>
  );
}

/** Asks for the payer's consent to later payments; both answers lead on. */
function AutopayScreen({ flow, state, view, texts, merchant }: LinkScreenProps) {
  const words = texts.autopay;
  const [consent, setConsent] = useState(view.autopay_enrollment?.prefill === 'YES');
  const busy = state.paying !== 'idle';
  const choices = [
    { value: true, title: words.yes, body: words.yesBody(merchant) },
    { value: false, title: words.no, body: words.noBody(merchant) },
  ];
  return (
    <div class="panel-body">
      <ScreenTitle title={words.title} titleFor={merchant} />
      <p>{words.body(merchant)}</p>
      <fieldset class="choices">
        <legend class="visually-hidden">{words.title}</legend>
        {choices.map(({ value, title, body }) => (
          <label class="choice" key={title}>
            <input
              type="radio"
              name="autopay"
              checked={consent === value}
              onChange={() => setConsent(value)}
            />
            <span>
              <strong>{title}</strong>
              <span class="choice__body">{body}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button kind="primary" busy={busy} onPress={() => void flow.answerAutopay(consent)}>
        {words.continue}
      </Button>
      <p class="aside">{words.change(merchant)}</p>
    </div>
  );
}

/**
 * Sends the payer to the issuer's page once by itself. Coming back with the back button, or
 * reloading, must not throw the payer out again: from then on a button does it.
 */
function ChallengeScreen({ flow, state, view, texts, merchant }: LinkScreenProps) {
  const words = texts.challenge;
  const url = safeUrl(view.attempt?.redirect_url);
  const wasSent = state.challengedAttemptId === view.attempt?.attempt_id;
  const open = () => {
    if (url && leaveTo(url)) flow.challengeOpened();
  };
  useEffect(() => {
    if (!wasSent) open();
  }, []);
  return (
    <StatusPanel tone="busy" icon="shield" title={words.title} titleFor={merchant}>
      <p>{wasSent ? words.waiting : words.leaving}</p>
      <p class="fact">{words.notCharged}</p>
      <Button kind="primary" onPress={open}>
        {words.open}
      </Button>
      <Unreachable state={state} texts={texts} />
    </StatusPanel>
  );
}

function SessionEndedScreen(props: ScreenProps) {
  const { view } = props.state;
  const fromBank = view === null && cameFromBank(window.location);
  return <SessionEnded {...props} fromBank={fromBank} view={view} />;
}
