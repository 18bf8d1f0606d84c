import { leaveTo } from '../../shared/embedding/frame.js';
import type { Timers } from '../../shared/timing/timers.js';
import type { LinkResult, LinkView } from './api/link-view.js';

/** Schemes that run or show their own content: the page never redirects to them. */
const REFUSED = /^(javascript|data|vbscript|blob|file|about|filesystem):/i;
const WEB = /^https?:/i;

interface ReturnAddress {
  readonly method: 'get' | 'post';
  /** For `get` with the parameters in its query. */
  readonly url: string;
}

/**
 * The return of a result; null if there is no address. The address of an app on a phone accepts no
 * form, so it has its parameters in the query.
 */
export function returnAddress(
  result: Pick<LinkResult, 'redirect_uri' | 'response_mode' | 'parameters'>,
): ReturnAddress | null {
  const { redirect_uri: uri, response_mode: mode, parameters } = result;
  if (!uri || !URL.canParse(uri) || REFUSED.test(uri)) return null;
  if (mode === 'form_post' && WEB.test(uri)) return { method: 'post', url: uri };
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { method: 'get', url: url.href };
}

/** After this time in ms the window message is sent, even if the customer app has not answered. */
const MESSAGE_AFTER_MS = 5_000;

interface HandOverParts {
  readonly uiMode: LinkView['ui_mode'] | undefined;
  /** Sends a message to the embedding page. */
  readonly tell: (message: LinkResult['message']) => void;
  readonly timers: Timers;
}

/**
 * Returns the result to the customer app. It opens the app's page with the parameters: in the frame
 * in `iframe` mode, otherwise in the whole tab. The window message follows after that page has
 * answered. An app that removes the frame on the message therefore loses no code.
 */
export function handOver(result: LinkResult, parts: HandOverParts): 'away' | 'nowhere' | 'refused' {
  const { uiMode, tell, timers } = parts;
  const { message } = result;
  const address = returnAddress(result);
  if (!address) {
    tell(message);
    return 'nowhere';
  }
  const inside = uiMode === 'iframe';
  let sent = false;
  const sendMessage = () => {
    if (!sent) tell(message);
    sent = true;
  };
  window.addEventListener('pagehide', sendMessage, { once: true });
  timers.after(MESSAGE_AFTER_MS, sendMessage);
  if (address.method === 'post') {
    post(result, { action: address.url, target: inside ? '_self' : '_top' });
    return 'away';
  }
  if (!inside) return leaveTo(address.url) ? 'away' : 'refused';
  window.location.assign(address.url);
  return 'away';
}

function post(
  { parameters }: LinkResult,
  address: { readonly action: string; readonly target: string },
): void {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', hidden: true, ...address });
  for (const [name, value] of Object.entries(parameters)) {
    const input = document.createElement('input');
    form.append(Object.assign(input, { type: 'hidden', name, value }));
  }
  document.body.append(form);
  form.submit();
}
