import { tracedFetch } from '../../shared/api/traced-fetch.js';
import { browserAddress, browserNowMs, openPage } from '../../shared/open-page.js';
import { takeBankReturn } from '../../shared/session/link-token.js';
import { LinkAccess } from '../../shared/session/page-access.js';
import { PageSessions } from '../../shared/session/page-sessions.js';
import { tabSlot } from '../../shared/session/tab-slot.js';
import { browserTimers } from '../../shared/timing/timers.js';
import '../../shared/styles/steps.css';
import { MandateApi } from './api/mandate-api.js';
import { MandateFlow } from './flow/mandate-flow.js';
import { MandateApp } from './mandate-app.js';

const api = new MandateApi(tracedFetch());
const sessions = new PageSessions(tabSlot('mandate'));
const timers = browserTimers;
const browser = { address: browserAddress, timers, nowMs: browserNowMs };
const access = new LinkAccess({ api, sessions, ...browser, opensOnce: true });
const cameFromBank = takeBankReturn(browserAddress);
const flow = new MandateFlow({ api, access, sessions, timers, cameFromBank });

openPage((tell) => <MandateApp flow={flow} tell={tell} />);
