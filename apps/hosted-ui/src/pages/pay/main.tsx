import { tracedFetch } from '../../shared/api/traced-fetch.js';
import { browserAddress, browserNowMs, openPage } from '../../shared/open-page.js';
import { PageSessions } from '../../shared/session/page-sessions.js';
import { tabSlot } from '../../shared/session/tab-slot.js';
import { browserTimers } from '../../shared/timing/timers.js';
import { HostedApi } from './api/hosted-api.js';
import './card-form.css';
import { PayPage } from './flow/pay-page.js';
import { PayApp } from './screens/pay-app.js';

const flow = new PayPage({
  api: new HostedApi(tracedFetch()),
  sessions: new PageSessions(tabSlot('pay')),
  address: browserAddress,
  timers: browserTimers,
  nowMs: browserNowMs,
  browser: () => ({
    language: navigator.language,
    screen: `${window.screen.width}x${window.screen.height}`,
  }),
});

openPage((tell) => <PayApp flow={flow} tell={tell} />);
