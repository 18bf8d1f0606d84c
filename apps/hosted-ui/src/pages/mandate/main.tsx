import { embed } from '../../shared/embedding/embedder.js';
import { leaveTo } from '../../shared/embedding/frame.js';
import { showPage } from '../../shared/parts/show-page.js';
import { browserTimers } from '../../shared/timing/timers.js';
import { takeBankReturn } from '../../shared/session/link-token.js';
import { tabSlot } from '../../shared/session/tab-slot.js';
import '../../shared/styles/tokens.css';
import '../../shared/styles/page.css';
import '../../shared/styles/parts.css';
import '../../shared/styles/notices.css';
import '../../shared/styles/steps.css';
import { MandateApi } from './api/mandate-api.js';
import { LinkAccess } from '../../shared/session/page-access.js';
import { MandateFlow } from './flow/mandate-flow.js';
import { MandateSessions } from './flow/mandate-sessions.js';
import { MandateApp } from './mandate-app.js';
import { tracedFetch } from '../../shared/api/traced-fetch.js';

const api = new MandateApi(tracedFetch());
const sessions = new MandateSessions(tabSlot('mandate'));
const address = {
  get href() {
    return window.location.href;
  },
  replace: (url: string) => window.history.replaceState(null, '', url),
};
const nowMs = () => performance.timeOrigin + performance.now();
const access = new LinkAccess({ api, sessions, address, timers: browserTimers, nowMs });
const cameFromBank = takeBankReturn(address);
const flow = new MandateFlow({ api, access, sessions, timers: browserTimers, cameFromBank });

const root = document.getElementById('app');
if (!root) throw new Error('the page has no #app element');
const embedder = embed(root);
showPage(
  <MandateApp
    flow={flow}
    locales={navigator.languages}
    leave={leaveTo}
    tell={(message) => embedder?.tell(message)}
  />,
  root,
);
