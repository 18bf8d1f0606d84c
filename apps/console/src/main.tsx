import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ConsoleApi } from './api/console-api.js';
import { Sessions } from './api/auth-provider.js';
import { SessionClock } from './api/session-clock.js';
import { ConsoleApp } from './console-app.js';

const api = new ConsoleApi((...given) => fetch(...given), new SessionClock(() => Date.now()));

/** Styles carry the nonce of this answer: the Content-Security-Policy takes no other ones. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const cache = createCache({ key: 'c', prepend: true, ...(nonce && { nonce }) });

const place = document.getElementById('app');
if (!place) throw new Error('the page has no place for the console');
createRoot(place).render(
  <StrictMode>
    <CacheProvider value={cache}>
      <ConsoleApp api={api} sessions={new Sessions(api)} />
    </CacheProvider>
  </StrictMode>,
);
