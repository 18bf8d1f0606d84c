import { embed } from '../../shared/embedding/embedder.js';
import { leaveTo } from '../../shared/embedding/frame.js';
import { showPage } from '../../shared/parts/show-page.js';
import { takeBankReturn } from '../../shared/session/link-token.js';
import { LinkAccess } from '../../shared/session/page-access.js';
import { PageSessions } from '../../shared/session/page-sessions.js';
import { tabSlot } from '../../shared/session/tab-slot.js';
import { browserTimers } from '../../shared/timing/timers.js';
import '../../shared/styles/tokens.css';
import '../../shared/styles/page.css';
import '../../shared/styles/parts.css';
import '../../shared/styles/notices.css';
import '../../shared/styles/steps.css';
import './link.css';
import { LinkApi } from './api/link-api.js';
import { LinkFlow } from './flow/link-flow.js';
import { handOver } from './hand-over.js';
import { LinkApp } from './link-app.js';
import { tracedFetch } from '../../shared/api/traced-fetch.js';

const api = new LinkApi(tracedFetch());
const sessions = new PageSessions(tabSlot('link'));
const address = {
  get href() {
    return window.location.href;
  },
  replace: (url: string) => window.history.replaceState(null, '', url),
};
const nowMs = () => performance.timeOrigin + performance.now();
const timers = browserTimers;
const root = document.getElementById('app');
if (!root) throw new Error('the page has no #app element');
const embedder = embed(root);
const flow = new LinkFlow({
  api,
  access: new LinkAccess({ api, sessions, address, timers, nowMs }),
  sessions,
  timers,
  cameFromBank: takeBankReturn(address),
  handOver: (result, uiMode) =>
    handOver(result, {
      uiMode,
      tell: (message) => embedder?.tell(message),
      timers,
    }),
});
showPage(<LinkApp flow={flow} locales={navigator.languages} leave={leaveTo} />, root);
