import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ToEmbedder } from '../../../shared/embedding/embedder.js';
import { languageFor, languageOf, type Language } from '../../../shared/i18n/languages.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { PAY_TEXTS } from '../i18n/pay-catalogue.js';
import { shownAmount } from '../../../shared/money/shown-amount.js';
import { PageFrame } from '../parts/page-frame.js';
import { useFlow } from '../../../shared/parts/use-flow.js';
import { SessionNotice } from '../../../shared/parts/session-notice.js';
import type { PageState } from '../flow/page-state.js';
import type { PayPage } from '../flow/pay-page.js';
import { NEEDS_SESSION, type Screen, screenOf } from '../flow/screen-of.js';
import { chosenSurcharge, withSurcharge } from '../flow/surcharge.js';
import { applyAccent } from '../../../shared/theme/apply-accent.js';
import { AlreadyPaidScreen } from './already-paid.screen.js';
import { AutopayScreen } from './autopay.screen.js';
import { CancelledScreen } from './cancelled.screen.js';
import { CardFormScreen } from './card-form.screen.js';
import { ChallengeScreen } from './challenge.screen.js';
import { ConnectionTroubleScreen } from './connection-trouble.screen.js';
import { ExpiredScreen } from './expired.screen.js';
import { FailedScreen } from './failed.screen.js';
import { InvalidLinkScreen } from './invalid-link.screen.js';
import { LoadingScreen } from './loading.screen.js';
import { MandateScreen } from './mandate.screen.js';
import { NoMethodScreen } from './no-method.screen.js';
import { ProcessingScreen } from './processing.screen.js';
import { RateLimitedScreen } from './rate-limited.screen.js';
import type { LinkScreenProps, ScreenProps } from './screen-props.js';
import { SessionEndedScreen } from './session-ended.screen.js';
import { SuccessScreen } from './success.screen.js';
import { TransferScreen } from './transfer.screen.js';
import { UsedUpScreen } from './used-up.screen.js';
import { isDebit } from '../api/is-debit.js';
import type { Texts } from '../i18n/texts.js';

type Told = Pick<PageState, 'view' | 'trouble' | 'form'>;

const COMPONENTS: Readonly<Record<Screen, ComponentType<ScreenProps>>> = {
  loading: LoadingScreen,
  autopay: withLink(AutopayScreen),
  card_form: withLink(CardFormScreen),
  mandate: withLink(MandateScreen),
  transfer: withLink(TransferScreen),
  challenge: withLink(ChallengeScreen),
  processing: withLink(ProcessingScreen),
  success: withLink(SuccessScreen),
  already_paid: withLink(AlreadyPaidScreen),
  failed: withLink(FailedScreen),
  expired: withLink(ExpiredScreen),
  cancelled: withLink(CancelledScreen),
  invalid_link: InvalidLinkScreen,
  session_ended: SessionEndedScreen,
  no_method: NoMethodScreen,
  used_up: withLink(UsedUpScreen),
  connection_trouble: ConnectionTroubleScreen,
  rate_limited: RateLimitedScreen,
};

interface PayAppProps {
  readonly page: PayPage;
  readonly locales: readonly string[];
  readonly leave: (url: string) => boolean;
  /** Sends a message to the embedding page, if there is one. */
  readonly tell: (message: ToEmbedder) => void;
}

export function PayApp({ page, locales, leave, tell }: PayAppProps) {
  const state = useFlow(page);
  const [toTry, tellWhatToTry] = useState<string | null>(null);

  const { view } = state;
  const { language, texts } = useTexts(PAY_TEXTS, languageFrom(state, locales));
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    applyAccent(view?.merchant.accent, document.documentElement.style);
  }, [view?.merchant.accent]);

  useEffect(() => {
    if (!view) return;
    const { payment_link_id, unique_reference_id, status, session_status } = view;
    tell({
      type: 'towpath:payment_link',
      payment_link_id,
      unique_reference_id,
      status,
      session_status,
    });
  }, [view?.status, view?.session_status]);

  const screen = texts ? screenOf(state) : 'loading';
  const Shown = COMPONENTS[screen];
  const surcharge = view ? chosenSurcharge(view, screen) : 0;
  const amount = view ? shownAmount(withSurcharge(view, surcharge), locales) : null;
  const words = texts ?? PAY_TEXTS.english;
  const merchant = view?.merchant.display_name ?? words.someMerchant;
  return (
    <PageFrame
      view={texts ? view : null}
      texts={words}
      amount={amount}
      screen={screen}
      toTry={toTry ?? whatToTry(state, words)}
      notice={
        <SessionNotice
          ending={state.ending}
          matters={NEEDS_SESSION.has(screen)}
          texts={words}
          language={language}
          onStay={() => page.stay()}
        />
      }
    >
      <Shown
        key={screen}
        page={page}
        state={state}
        texts={words}
        merchant={merchant}
        amount={amount}
        leave={leave}
        tellWhatToTry={tellWhatToTry}
      />
    </PageFrame>
  );
}

/** The language of the link; the language of the browser for an error without a link. */
function languageFrom({ view, trouble }: PageState, locales: readonly string[]): Language {
  return view === null && trouble !== null ? languageOf(locales) : languageFor(view);
}

function withLink(Shown: ComponentType<LinkScreenProps>): ComponentType<ScreenProps> {
  return (props) => (props.state.view ? <Shown {...props} view={props.state.view} /> : null);
}

/** The line about test mode: it names a card where one can be typed, and while that is open. */
function whatToTry(state: Told, { toTry }: Pick<Texts, 'toTry'>): string {
  return mayTakeCard(state) ? toTry.withCard : toTry.body;
}

function mayTakeCard({ view, trouble, form }: Told): boolean {
  if (!view || trouble || view.status !== 'CREATED') return false;
  if (isDebit(view) || view.attempt?.transfer) return false;
  return form.phase !== 'ready' || form.card !== null;
}
