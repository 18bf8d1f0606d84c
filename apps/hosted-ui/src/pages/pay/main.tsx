import { HostedApi } from './api/hosted-api.js';
import { embed } from '../../shared/embedding/embedder.js';
import { leaveTo } from '../../shared/embedding/frame.js';
import { showPage } from '../../shared/parts/show-page.js';
import { PayPage } from './flow/pay-page.js';
import { browserTimers } from '../../shared/timing/timers.js';
import { PayApp } from './screens/pay-app.js';
import { SessionStore } from './session/session-store.js';
import { tabSlot } from '../../shared/session/tab-slot.js';
import '../../shared/styles/tokens.css';
import '../../shared/styles/page.css';
import '../../shared/styles/parts.css';
import '../../shared/styles/notices.css';
import './card-form.css';
import { tracedFetch } from '../../shared/api/traced-fetch.js';

const flow = new PayPage({
  api: new HostedApi(tracedFetch()),
  sessions: new SessionStore(tabSlot('pay')),
  address: {
    get href() {
      return window.location.href;
    },
    replace: (url) => window.history.replaceState(null, '', url),
  },
  timers: browserTimers,
  nowMs: () => performance.timeOrigin + performance.now(),
  browser: () => ({
    language: navigator.language,
    screen: `${window.screen.width}x${window.screen.height}`,
  }),
});

const root = document.getElementById('app');
if (!root) throw new Error('the page has no #app element');
const embedder = embed(root);
showPage(
  <PayApp
    flow={flow}
    locales={navigator.languages}
    leave={leaveTo}
    tell={(message) => embedder?.tell(message)}
  />,
  root,
);
