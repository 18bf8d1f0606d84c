import { useEffect, useMemo } from 'preact/hooks';
import { leaveTo } from '../../shared/embedding/frame.js';
import { PAGE_TEXTS } from '../../shared/i18n/page/page-catalogue.js';
import { browserTimers } from '../../shared/timing/timers.js';
import { takeBankReturn } from '../../shared/session/link-token.js';
import { tabSlot } from '../../shared/session/tab-slot.js';
import '../../shared/styles/steps.css';
import { MandateApi } from './api/mandate-api.js';
import { MandateFlow } from './flow/mandate-flow.js';
import { MandateSessions } from './flow/mandate-sessions.js';
import { mandateScreenOf, OPEN } from './flow/screen-of.js';
import { MANDATE_TEXTS } from './i18n/mandate-catalogue.js';
import { MandateScreens } from './screens/mandate-screens.js';
import { useFlow } from '../../shared/parts/use-flow.js';
import { useMandateTexts } from './use-mandate-texts.js';
import { tracedFetch } from '../../shared/api/traced-fetch.js';
import type { Admission, PageAccess } from '../../shared/session/page-access.js';

/** A token that another page of ours was given, such as the payment page for its link. */
class GivenAccess implements PageAccess {
  private given: string | null;

  constructor(accessToken: string) {
    this.given = accessToken;
  }

  enter(): Promise<Admission> {
    return Promise.resolve({ ok: true });
  }

  token(): string | null {
    return this.given;
  }

  watch(): void {
    // The page around the steps watches its own session, and renews this one with it.
  }

  stay(): Promise<void> {
    return Promise.resolve();
  }

  unwatch(): void {
    // Nothing was begun.
  }

  end(): void {
    this.given = null;
  }

  /** Another token for the same steps; one that came to its end stays there. */
  renew(accessToken: string): void {
    if (this.given !== null) this.given = accessToken;
  }
}

export interface MandateStepsProps {
  /** Distinguishes one direct debit from the next. */
  readonly attemptId: string;
  /** A mandate token, as the server gave it; a later one goes on with the same steps. */
  readonly token: string;
  readonly locales: readonly string[];
  /** Amount in minor units that is collected at once after the set-up; null for none. */
  readonly due: number | null;
  /** Text for the page's line about test mode; null after the steps. */
  readonly tellWhatToTry: (words: string | null) => void;
  /** Everything was given, or the mandate has ended: what follows is the caller's to show. */
  readonly onDone: () => void;
  /** The payer declined it. */
  readonly onDeclined: () => void;
}

/**
 * The steps of a mandate inside another page of ours: the bank, the account, the agreement, the
 * sign-in. The page around them shows the summary and what becomes of the payment.
 */
export function MandateSteps(props: MandateStepsProps) {
  const { attemptId, token, locales, due, tellWhatToTry, onDone, onDeclined } = props;
  const { flow, access } = useMemo(() => flowOf(token), [attemptId]);
  useEffect(() => access.renew(token), [access, token]);
  const state = useFlow(flow);
  const { texts, words } = useMandateTexts(state, locales);
  useEffect(() => {
    tellWhatToTry(words?.testMode ?? null);
    return () => tellWhatToTry(null);
  }, [words]);
  const screen = mandateScreenOf(state);
  const declined = screen === 'declined';
  const done = state.view !== null && !OPEN.has(state.view.status) && !declined;
  useEffect(() => {
    if (declined) onDeclined();
    else if (done) onDone();
  }, [declined, done]);
  return (
    <MandateScreens
      flow={flow}
      // What has ended is the caller's to show; until it does, the page keeps its place.
      state={declined || done || !texts || !words ? { ...state, view: null, trouble: null } : state}
      texts={texts ?? PAGE_TEXTS.english}
      words={words ?? MANDATE_TEXTS.english}
      merchant={state.view?.merchant.display_name ?? PAGE_TEXTS.english.someMerchant}
      locales={locales}
      leave={leaveTo}
      due={due}
    />
  );
}

function flowOf(token: string): { readonly flow: MandateFlow; readonly access: GivenAccess } {
  const access = new GivenAccess(token);
  const flow = new MandateFlow({
    api: new MandateApi(tracedFetch()),
    access,
    sessions: new MandateSessions(tabSlot('mandate')),
    timers: browserTimers,
    cameFromBank: takeBankReturn({
      href: window.location.href,
      replace: (url) => window.history.replaceState(null, '', url),
    }),
  });
  return { flow, access };
}
