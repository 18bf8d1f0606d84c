import { useEffect, useMemo } from 'preact/hooks';
import { tracedFetch } from '../../shared/api/traced-fetch.js';
import { browserAddress } from '../../shared/open-page.js';
import { usePage } from '../../shared/parts/use-flow.js';
import { takeBankReturn } from '../../shared/session/link-token.js';
import type { PageAccess } from '../../shared/session/page-access.js';
import { PageSessions } from '../../shared/session/page-sessions.js';
import { tabSlot } from '../../shared/session/tab-slot.js';
import { browserTimers } from '../../shared/timing/timers.js';
import '../../shared/styles/steps.css';
import { MandateApi } from './api/mandate-api.js';
import { MandateFlow } from './flow/mandate-flow.js';
import { mandateScreenOf, OPEN } from './flow/screen-of.js';
import { SPEECH } from './i18n/mandate-catalogue.js';
import { MandateScreens } from './screens/mandate-screens.js';

interface GivenAccess extends PageAccess {
  /** Another token for the same steps; one that came to its end stays there. */
  renew(accessToken: string): void;
}

/**
 * A token that another page of ours was given, such as the payment page for its link. That page
 * watches its own session, and renews this one with it.
 */
function givenAccess(accessToken: string): GivenAccess {
  let given: string | null = accessToken;
  return {
    enter: () => Promise.resolve(null),
    token: () => given,
    end: () => {
      given = null;
    },
    renew: (later) => {
      if (given !== null) given = later;
    },
  };
}

export interface MandateStepsProps {
  /** Distinguishes one direct debit from the next. */
  readonly attemptId: string;
  /** A mandate token, as the server gave it; a later one goes on with the same steps. */
  readonly token: string;
  /** Amount in minor units that is collected at once after the set-up; null for none. */
  readonly due: number | null;
  /** Text for the page's line about test mode; null after the steps. */
  readonly tellWhatToTry: (words: string | null) => void;
  /** Everything was given, or the mandate has ended: what follows is the caller's to show. */
  readonly onDone: () => void;
  readonly onDeclined: () => void;
}

/**
 * The steps of a mandate inside another page of ours: the bank, the account, the agreement, the
 * sign-in. The page around them shows the summary and what becomes of the payment.
 */
export function MandateSteps(props: MandateStepsProps) {
  const { attemptId, token, due, tellWhatToTry, onDone, onDeclined } = props;
  const { flow, access } = useMemo(() => flowOf(token), [attemptId]);
  useEffect(() => access.renew(token), [access, token]);
  const { state, shown, isReady, texts } = usePage(flow, SPEECH);
  useEffect(() => {
    tellWhatToTry(isReady ? texts.toTry : null);
    return () => tellWhatToTry(null);
  }, [isReady, texts]);
  const declined = mandateScreenOf(state) === 'declined';
  const done = state.view !== null && !OPEN.has(state.view.status) && !declined;
  useEffect(() => {
    if (declined) onDeclined();
    else if (done) onDone();
  }, [declined, done]);
  // What has ended is the caller's to show; until it does, the page keeps its place.
  const left = declined || done ? { ...state, view: null, trouble: null } : shown;
  return <MandateScreens flow={flow} state={left} texts={texts} due={due} />;
}

function flowOf(token: string): { readonly flow: MandateFlow; readonly access: GivenAccess } {
  const access = givenAccess(token);
  const flow = new MandateFlow({
    api: new MandateApi(tracedFetch()),
    access,
    sessions: new PageSessions(tabSlot('mandate')),
    timers: browserTimers,
    cameFromBank: takeBankReturn(browserAddress),
  });
  return { flow, access };
}
