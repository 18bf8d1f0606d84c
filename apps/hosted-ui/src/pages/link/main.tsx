import { tracedFetch } from '../../shared/api/traced-fetch.js';
import { browserAddress, browserNowMs, openPage } from '../../shared/open-page.js';
import { takeBankReturn } from '../../shared/session/link-token.js';
import { LinkAccess } from '../../shared/session/page-access.js';
import { PageSessions } from '../../shared/session/page-sessions.js';
import { tabSlot } from '../../shared/session/tab-slot.js';
import { browserTimers } from '../../shared/timing/timers.js';
import '../../shared/styles/steps.css';
import './link.css';
import { LinkApi } from './api/link-api.js';
import { LinkFlow } from './flow/link-flow.js';
import { handOver } from './hand-over.js';
import { LinkApp } from './link-app.js';

const api = new LinkApi(tracedFetch());
const sessions = new PageSessions(tabSlot('link'));
const timers = browserTimers;
const browser = { address: browserAddress, timers, nowMs: browserNowMs };
const access = new LinkAccess({ api, sessions, ...browser, opensOnce: true });
const cameFromBank = takeBankReturn(browserAddress);

openPage((tell) => {
  const flow = new LinkFlow({
    ...{ api, access, sessions, timers, cameFromBank },
    handOver: (result, uiMode) => handOver(result, { uiMode, tell, timers }),
  });
  return <LinkApp flow={flow} />;
});
