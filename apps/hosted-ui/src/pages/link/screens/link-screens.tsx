import type { ComponentType } from 'preact';
import { type LinkScreen, linkScreenOf } from '../flow/screen-of.js';
import { ActionScreen } from './action.screen.js';
import { BankPageScreen } from './bank-page.screen.js';
import { ConnectedScreen } from './connected.screen.js';
import { ConsentScreen } from './consent.screen.js';
import { FailedScreen, LeftScreen } from './ended.screens.js';
import { InstitutionScreen } from './institution.screen.js';
import type { LinkOfferProps, LinkScreenProps, LinkViewProps } from './link-screen-props.js';
import { LoginScreen } from './login.screen.js';
import { RefreshScreen } from './refresh.screen.js';
import {
  BackFromBankScreen,
  ConnectionTroubleScreen,
  InvalidLinkScreen,
  RateLimitedScreen,
  SessionEndedScreen,
} from './trouble.screens.js';
import { ConnectingScreen, LoadingScreen } from './waiting.screens.js';

const COMPONENTS: Readonly<Record<LinkScreen, ComponentType<LinkScreenProps>>> = {
  loading: LoadingScreen,
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
  back_from_bank: BackFromBankScreen,
  invalid_link: InvalidLinkScreen,
  session_ended: SessionEndedScreen,
  connection_trouble: ConnectionTroubleScreen,
  rate_limited: RateLimitedScreen,
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
