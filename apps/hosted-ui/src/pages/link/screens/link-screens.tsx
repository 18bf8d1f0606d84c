import type { ComponentType } from 'preact';
import { safeUrl } from '../../../shared/api/safe-url.js';
import { BankPage } from '../../../shared/banks/bank-page.js';
import { Button } from '../../../shared/parts/button.js';
import { Unreachable } from '../../../shared/parts/notice-region.js';
import { ScreenTitle } from '../../../shared/parts/screen-title.js';
import { StatusPanel } from '../../../shared/parts/status-panel.js';
import { BLOCKED, SessionEnded } from '../../../shared/parts/trouble-screens.js';
import { formOf } from '../flow/login-form.js';
import { type LinkScreen, linkScreenOf } from '../flow/screen-of.js';
import { LinkBank, LinkFoot, LinkNotice } from '../parts/link-parts.js';
import { ActionScreen } from './action.screen.js';
import { ConnectedScreen } from './connected.screen.js';
import { ConsentScreen } from './consent.screen.js';
import { FailedScreen, LeftScreen } from './ended.screens.js';
import { InstitutionScreen } from './institution.screen.js';
import type { LinkOfferProps, LinkScreenProps, LinkViewProps } from './link-screen-props.js';
import { LoginScreen } from './login.screen.js';

const COMPONENTS: Readonly<Record<LinkScreen, ComponentType<LinkScreenProps>>> = {
  ...BLOCKED,
  institution: withView(InstitutionScreen),
  consent: withOffer(ConsentScreen),
  login: withOffer(LoginScreen),
  refresh: withOffer(RefreshScreen),
  connecting: withView(ConnectingScreen),
  action: withView(ActionScreen),
  bank_page: withView(BankPageScreen),
  connected: withView(ConnectedScreen),
  failed: withView(FailedScreen),
  left: LeftScreen,
  back_from_bank: (props) => <SessionEnded {...props} fromBank view={null} />,
  session_ended: (props) => <SessionEnded {...props} fromBank={false} view={null} />,
};

/** The screen that the situation calls for; `key` gives each a heading that takes the focus. */
export function LinkScreens(props: LinkScreenProps) {
  const screen = linkScreenOf(props.state);
  const Shown = COMPONENTS[screen];
  return <Shown key={keyOf(screen, props)} {...props} />;
}

/** Another question of the bank is another screen. */
function keyOf(screen: LinkScreen, { state }: LinkScreenProps): string {
  return screen === 'action' ? `action ${state.view?.action?.action_id}` : screen;
}

function withView(Shown: ComponentType<LinkViewProps>): ComponentType<LinkScreenProps> {
  return (props) => (props.state.view ? <Shown {...props} view={props.state.view} /> : null);
}

function withOffer(Shown: ComponentType<LinkOfferProps>): ComponentType<LinkScreenProps> {
  return (props) => {
    const { view, offer } = props.state;
    return view && offer ? <Shown {...props} view={view} offer={offer} /> : null;
  };
}

function BankPageScreen(props: LinkViewProps) {
  const { flow, state, view, texts, merchant } = props;
  return (
    <BankPage
      url={safeUrl(view.redirect_url && new URL(view.redirect_url, location.href).href)}
      bank={state.offer?.institution.institution_name ?? texts.someBank}
      merchant={merchant}
      state={state}
      texts={texts}
      onOpen={(opened) => flow.bankPageOpened(opened)}
      notice={<LinkNotice {...props} />}
      foot={<LinkFoot {...props} />}
    />
  );
}

/** The first consent is valid: one press updates the data. */
function RefreshScreen(props: LinkOfferProps) {
  const { flow, state, offer, texts, merchant } = props;
  const words = texts.refresh;
  const name = offer.institution.institution_name;
  const hasForm = formOf(offer) !== null;
  const busy = state.sending.what === 'login';
  return (
    <div class="panel-body">
      <ScreenTitle title={words.title(name)} titleFor={merchant} />
      <LinkBank {...props} />
      <LinkNotice {...props} />
      <p>{hasForm ? words.body(merchant) : words.ownPage(name)}</p>
      <Button kind="primary" busy={busy} onPress={() => void flow.logIn(null)}>
        {hasForm ? words.update : words.continue(name)}
      </Button>
      {hasForm && (
        <Button kind="secondary" off={busy} onPress={() => flow.typeAnew()}>
          {words.typeAnew}
        </Button>
      )}
      <LinkFoot {...props} />
    </div>
  );
}

/** The bank usually answers while the user watches. */
function ConnectingScreen(props: LinkViewProps) {
  const { state, texts, merchant } = props;
  const { title, body } = texts.connecting;
  const name = state.offer?.institution.institution_name ?? texts.someBank;
  return (
    <StatusPanel tone="busy" icon="spinner" title={title(name)} titleFor={merchant}>
      <p>{body}</p>
      <Unreachable state={state} texts={texts} />
      <LinkFoot {...props} />
    </StatusPanel>
  );
}
