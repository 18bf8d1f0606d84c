import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { type MandateScreen, mandateScreenOf } from '../flow/screen-of.js';
import { AccountScreen } from './account.screen.js';
import { CodeScreen } from './code.screen.js';
import { ConsentScreen } from './consent.screen.js';
import {
  AlreadyDoneScreen,
  CancelledScreen,
  ClosedScreen,
  DeclinedScreen,
  FailedScreen,
  RevokedScreen,
} from './ended.screens.js';
import { LoginScreen } from './login.screen.js';
import type { MandateScreenProps, MandateViewProps } from './mandate-screen-props.js';
import { blockedScreens, SessionEnded } from '../../../shared/parts/trouble-screens.js';
import { safeUrl } from '../../../shared/api/safe-url.js';
import { BankPage } from '../../../shared/banks/bank-page.js';
import { outstandingFactor, usedOption } from '../flow/checklist.js';
import { Button } from '../../../shared/parts/button.js';
import { Icon } from '../../../shared/parts/icon.js';
import { StepHead, StepNotice, StepFoot, WayOut } from '../parts/mandate-parts.js';
import { InstitutionPicker } from '../../../shared/banks/institution-picker.js';
import { InstitutionMark } from '../../../shared/banks/institution-mark.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { lastFour } from '../flow/account-entry.js';
import { writtenTerms } from '../flow/written.js';

const COMPONENTS: Readonly<Record<MandateScreen, ComponentType<MandateScreenProps>>> = {
  ...blockedScreens(({ words }) => words),
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
  revoked: withView(RevokedScreen),
  cancelled: withView(CancelledScreen),
  closed: withView(ClosedScreen),
  declined: withView(DeclinedScreen),
  session_ended: SessionEndedScreen,
};

/** The screen that the situation calls for; `key` gives each a heading that takes the focus. */
export function MandateScreens(props: Omit<MandateScreenProps, 'typedMost' | 'onTypeMost'>) {
  const [typedMost, onTypeMost] = useState('');
  const screen = mandateScreenOf(props.state);
  const Shown = COMPONENTS[screen];
  return <Shown key={screen} {...props} typedMost={typedMost} onTypeMost={onTypeMost} />;
}

function withView(Shown: ComponentType<MandateViewProps>): ComponentType<MandateScreenProps> {
  return (props) => (props.state.view ? <Shown {...props} view={props.state.view} /> : null);
}

function SessionEndedScreen(props: MandateScreenProps) {
  const { view, cameFromBank } = props.state;
  const fromBank = cameFromBank && view === null;
  return (
    <SessionEnded {...props} fromBank={fromBank} words={props.words.sessionEnded} view={view} />
  );
}

function BankPageScreen(props: MandateViewProps) {
  const { flow, state, view, texts, words, merchant, leave } = props;
  const login = outstandingFactor(view, 'ACCOUNTHOLDER_AUTHENTICATION');
  const url = safeUrl(login && usedOption(login)?.redirect_url);
  return (
    <BankPage
      url={url}
      bank={view.institution?.name ?? ''}
      merchant={merchant}
      wasSent={url !== null && state.openedBankPage === url}
      silent={state.notice !== null}
      unreachable={state.unreachable}
      texts={texts}
      words={words.bankPage}
      leave={leave}
      onOpen={(opened) => flow.bankPageOpened(opened)}
      notice={<StepNotice {...props} />}
      foot={<StepFoot {...props} />}
    />
  );
}

function InstitutionScreen(props: MandateViewProps) {
  const { flow, state, view, words, merchant } = props;
  const { search, sending, editing } = state;
  const texts = words.institution;
  const chosen = sending.what === 'institution' ? sending.institution : null;
  return (
    <div class="panel-body">
      <StepHead
        {...props}
        step="institution"
        title={view.institution_fixed ? texts.sole : texts.title}
      />
      <p>{texts.body(merchant)}</p>
      <StepNotice {...props} />
      {view.institution_fixed ? (
        <SoleInstitution {...props} />
      ) : (
        <InstitutionPicker
          search={search}
          chosen={chosen}
          words={texts}
          onType={(query) => flow.typeQuery(query)}
          onChoose={(institution) => void flow.choose(institution)}
        />
      )}
      {search.failure && (
        <div class="notice" role="alert">
          <Icon name="alert" />
          <div>
            <p>{texts.failed}</p>
            <Button kind="quiet" onPress={() => flow.searchAgain()}>
              {props.texts.actions.retry}
            </Button>
          </div>
        </div>
      )}
      <p class="visually-hidden" role="status">
        {chosen ? texts.choosing(chosen.name) : ''}
      </p>
      {editing === 'institution' && view.institution && (
        <Button kind="secondary" onPress={() => flow.stopEditing()}>
          {texts.keep(view.institution.name)}
        </Button>
      )}
      <StepFoot {...props} />
    </div>
  );
}

/** The one bank that can be chosen, with nothing to search for. */
function SoleInstitution({ flow, state, words }: MandateViewProps) {
  const { search, sending } = state;
  const [institution] = search.found ?? [];
  if (!institution) return search.failure ? null : <span class="bone bone--fields" />;
  return (
    <>
      <div class="chosen-bank">
        <InstitutionMark institution={institution} />
        <p class="chosen-bank__name">{institution.name}</p>
      </div>
      <Button
        kind="primary"
        busy={sending.what === 'institution'}
        onPress={() => void flow.choose(institution)}
      >
        {words.account.continue}
      </Button>
    </>
  );
}

function SuccessScreen(props: MandateViewProps) {
  const { state, view, texts, words, merchant, locales } = props;
  const { title, body, mayCollect } = words.success;
  const { receipt } = words;
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    [receipt.bank, view.institution?.name],
    [receipt.account, state.account && words.consent.ending(lastFour(state.account.number))],
    [receipt.ownMost, writtenTerms(view.mandate_details, locales).ownMost],
    [receipt.reference, view.mandate_id],
  ];
  return (
    <StatusPanel tone="good" icon="check" title={title} titleFor={merchant} texts={texts}>
      <p>{body(merchant)}</p>
      <p>{mayCollect(merchant)}</p>
      <dl class="receipt">
        {rows.map(([term, value]) =>
          value ? (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <WayOut {...props} goes="by_itself" />
    </StatusPanel>
  );
}

/** The bank usually answers while the payer watches. */
function ProcessingScreen({ state, texts, words, merchant }: MandateViewProps) {
  const { title, body, close } = words.processing;
  return (
    <StatusPanel tone="busy" icon="spinner" title={title} titleFor={merchant} texts={texts}>
      <p>{body}</p>
      <p class="fact">{close(merchant)}</p>
      <p role="status" class="aside">
        {state.unreachable ? texts.unreachable : ''}
      </p>
    </StatusPanel>
  );
}

/** This bank takes its time: the payer has done everything and may go. */
function SubmittedScreen(props: MandateViewProps) {
  const { title, body, close } = props.words.submitted;
  const { texts, merchant } = props;
  return (
    <StatusPanel tone="busy" icon="clock" title={title} titleFor={merchant} texts={texts}>
      <p>{body}</p>
      <p class="fact">{close(merchant)}</p>
      <WayOut {...props} goes="when_asked" />
    </StatusPanel>
  );
}
