import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { safeUrl } from '../../../shared/api/safe-url.js';
import { BankPage } from '../../../shared/banks/bank-page.js';
import { InstitutionPicker } from '../../../shared/banks/institution-picker.js';
import { Button } from '../../../shared/parts/button.js';
import { ChosenBank, SearchFailure } from '../../../shared/parts/bank-parts.js';
import { type Fact, Facts } from '../../../shared/parts/facts.js';
import { Announced, Unreachable } from '../../../shared/parts/notice-region.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { BLOCKED, SessionEnded } from '../../../shared/parts/trouble-screens.js';
import { WayOut } from '../../../shared/parts/way-out.js';
import { lastFour } from '../flow/account-entry.js';
import { outstandingFactor, usedOption } from '../flow/checklist.js';
import { type MandateScreen, mandateScreenOf } from '../flow/screen-of.js';
import { writtenTerms } from '../flow/written.js';
import { MandateFoot, MandateNotice, StepHead } from '../parts/mandate-parts.js';
import { AccountScreen } from './account.screen.js';
import { CodeScreen } from './code.screen.js';
import { ConsentScreen } from './consent.screen.js';
import { AlreadyDoneScreen, DeclinedScreen, endedScreen, FailedScreen } from './ended.screens.js';
import { LoginScreen } from './login.screen.js';
import type { MandateScreenProps, MandateViewProps } from './mandate-screen-props.js';

const COMPONENTS: Readonly<Record<MandateScreen, ComponentType<MandateScreenProps>>> = {
  ...BLOCKED,
  institution: withView(InstitutionScreen),
  account: withView(AccountScreen),
  consent: withView(ConsentScreen),
  login: withView(LoginScreen),
  code: withView(CodeScreen),
  bank_page: withView(BankPageScreen),
  processing: withView(ProcessingScreen),
  submitted: withView(SubmittedScreen),
  success: withView(SuccessScreen),
  already_done: withView(AlreadyDoneScreen),
  failed: withView(FailedScreen),
  revoked: withView(endedScreen('cross', (texts) => texts.revoked)),
  cancelled: withView(endedScreen('cross', (texts) => texts.cancelled)),
  closed: withView(endedScreen('link', (texts) => texts.closed)),
  declined: withView(DeclinedScreen),
  session_ended: SessionEndedScreen,
};

/** The screen that the situation calls for; `key` gives each a heading that takes the focus. */
export function MandateScreens(
  props: Omit<MandateScreenProps, 'merchant' | 'typedMost' | 'onTypeMost'>,
) {
  const [typedMost, onTypeMost] = useState('');
  const { view } = props.state;
  const merchant = view?.merchant.display_name ?? props.texts.someMerchant;
  const screen = mandateScreenOf(props.state);
  const Shown = COMPONENTS[screen];
  return <Shown key={screen} {...props} {...{ merchant, typedMost, onTypeMost }} />;
}

function withView(Shown: ComponentType<MandateViewProps>): ComponentType<MandateScreenProps> {
  return (props) => (props.state.view ? <Shown {...props} view={props.state.view} /> : null);
}

function SessionEndedScreen(props: MandateScreenProps) {
  const { view, cameFromBank } = props.state;
  return <SessionEnded {...props} fromBank={cameFromBank && view === null} view={view} />;
}

function BankPageScreen(props: MandateViewProps) {
  const { flow, state, view, texts, merchant } = props;
  const login = outstandingFactor(view, 'ACCOUNTHOLDER_AUTHENTICATION');
  const url = safeUrl(login && usedOption(login)?.redirect_url);
  return (
    <BankPage
      url={url}
      bank={view.institution?.name ?? ''}
      merchant={merchant}
      state={state}
      texts={texts}
      onOpen={(opened) => flow.bankPageOpened(opened)}
      notice={<MandateNotice {...props} />}
      foot={<MandateFoot {...props} />}
    />
  );
}

function InstitutionScreen(props: MandateViewProps) {
  const { flow, state, view, texts, merchant } = props;
  const { search, sending, editing } = state;
  const words = texts.institution;
  const chosen = sending.what === 'institution' ? sending.institution : null;
  const title = view.institution_fixed ? words.sole : words.title;
  return (
    <div class="panel-body">
      <StepHead {...props} step="institution" title={title} />
      <p>{words.body(merchant)}</p>
      <MandateNotice {...props} />
      {view.institution_fixed ? (
        <SoleInstitution {...props} />
      ) : (
        <InstitutionPicker
          search={search}
          chosen={chosen}
          words={words}
          onType={(query) => flow.typeQuery(query)}
          onChoose={(institution) => void flow.choose(institution)}
        />
      )}
      <SearchFailure search={search} texts={texts} onRetry={() => flow.searchAgain()} />
      <Announced text={chosen && words.choosing(chosen.name)} />
      {editing === 'institution' && view.institution && (
        <Button kind="secondary" onPress={() => flow.stopEditing()}>
          {words.keep(view.institution.name)}
        </Button>
      )}
      <MandateFoot {...props} />
    </div>
  );
}

/** The one bank that can be chosen, with nothing to search for. */
function SoleInstitution({ flow, state, texts }: MandateViewProps) {
  const { search, sending } = state;
  const [institution] = search.found ?? [];
  if (!institution) return search.failure ? null : <span class="bone bone--fields" />;
  return (
    <>
      <ChosenBank institution={institution} />
      <Button
        kind="primary"
        busy={sending.what === 'institution'}
        onPress={() => void flow.choose(institution)}
      >
        {texts.account.continue}
      </Button>
    </>
  );
}

function SuccessScreen({ state, view, texts, merchant }: MandateViewProps) {
  const { title, body, mayCollect } = texts.success;
  const { receipt, consent } = texts;
  const { account } = state;
  const facts: readonly Fact[] = [
    [consent.bank, view.institution?.name],
    [consent.account, account && consent.ending(lastFour(account.number))],
    [receipt.ownLimit, writtenTerms(view.mandate_details, navigator.languages).ownMost],
    [receipt.reference, view.mandate_id],
  ];
  return (
    <StatusPanel tone="good" icon="check" title={title} titleFor={merchant}>
      <p>{body(merchant)}</p>
      <p>{mayCollect(merchant)}</p>
      <Facts facts={facts} />
      <WayOut
        view={view}
        texts={texts}
        kind="primary"
        byItself={view.ui_mode === 'auto_redirect'}
      />
    </StatusPanel>
  );
}

/** The bank usually answers while the payer watches. */
function ProcessingScreen({ state, texts, merchant }: MandateViewProps) {
  const { title, body, close } = texts.processing;
  return (
    <StatusPanel tone="busy" icon="spinner" title={title} titleFor={merchant}>
      <p>{body}</p>
      <p class="fact">{close(merchant)}</p>
      <Unreachable state={state} texts={texts} />
    </StatusPanel>
  );
}

/** This bank takes its time: the payer has done everything and may go. */
function SubmittedScreen({ view, texts, merchant }: MandateViewProps) {
  const { title, body, close } = texts.submitted;
  return (
    <StatusPanel tone="busy" icon="clock" title={title} titleFor={merchant}>
      <p>{body}</p>
      <p class="fact">{close(merchant)}</p>
      <WayOut view={view} texts={texts} kind="secondary" />
    </StatusPanel>
  );
}
