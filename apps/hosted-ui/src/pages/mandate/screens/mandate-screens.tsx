import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { type MandateScreen, mandateScreenOf } from '../flow/screen-of.js';
import { AccountScreen } from './account.screen.js';
import { BankPageScreen } from './bank-page.screen.js';
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
import { InstitutionScreen } from './institution.screen.js';
import { LoginScreen } from './login.screen.js';
import type { MandateScreenProps, MandateViewProps } from './mandate-screen-props.js';
import { SuccessScreen } from './success.screen.js';
import {
  ConnectionTroubleScreen,
  InvalidLinkScreen,
  LoadingScreen,
  RateLimitedScreen,
  SessionEndedScreen,
} from './trouble.screens.js';
import { ProcessingScreen, SubmittedScreen } from './waiting.screen.js';

const COMPONENTS: Readonly<Record<MandateScreen, ComponentType<MandateScreenProps>>> = {
  loading: LoadingScreen,
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
  invalid_link: InvalidLinkScreen,
  session_ended: SessionEndedScreen,
  connection_trouble: ConnectionTroubleScreen,
  rate_limited: RateLimitedScreen,
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
