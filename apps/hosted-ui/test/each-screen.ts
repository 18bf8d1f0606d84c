import type { Entry } from '../dev/walk/gallery.js';
import { LINK_GALLERY } from '../dev/walk/link-gallery.js';
import { MANDATE_GALLERY } from '../dev/walk/mandate-gallery.js';
import { PAY_GALLERY } from '../dev/walk/pay-gallery.js';
import type { LinkScreen } from '../src/pages/link/flow/screen-of.js';
import type { MandateScreen } from '../src/pages/mandate/flow/screen-of.js';
import type { Screen } from '../src/pages/pay/flow/screen-of.js';

/** An entry of the gallery for each screen. `*-screens.full-spec.ts` inspect every variant. */
const PAY: Readonly<Record<Screen, string>> = {
  loading: 'loading',
  autopay: 'autopay',
  card_form: 'form-surcharge',
  mandate: 'debit-consent',
  transfer: 'transfer-returned',
  challenge: 'challenge',
  processing: 'processing',
  success: 'success',
  already_paid: 'already-paid',
  failed: 'failed-declined',
  expired: 'expired',
  cancelled: 'cancelled',
  invalid_link: 'invalid-link',
  session_ended: 'session-ended',
  no_method: 'no-method',
  used_up: 'used-up',
  connection_trouble: 'offline',
  rate_limited: 'rate-limited',
};
/** `submitted` comes only after four polls of an undecided bank. */
const MANDATE: Readonly<Record<Exclude<MandateScreen, 'submitted'>, string>> = {
  loading: 'loading',
  institution: 'institution-found',
  account: 'account-faults',
  consent: 'consent',
  login: 'login-refused',
  code: 'code',
  bank_page: 'bank-page',
  processing: 'processing',
  success: 'success-limit',
  already_done: 'already-done',
  failed: 'failed-rejected',
  revoked: 'revoked',
  cancelled: 'cancelled',
  closed: 'closed',
  declined: 'declined',
  invalid_link: 'invalid-link',
  session_ended: 'session-ended',
  connection_trouble: 'offline',
  rate_limited: 'rate-limited',
};
/** `back_from_bank` is a tab without a session beside a frame. */
const LINK: Readonly<Record<Exclude<LinkScreen, 'back_from_bank'>, string>> = {
  loading: 'loading',
  institution: 'institution-found',
  consent: 'consent-refresh-on',
  login: 'login-refused',
  refresh: 'refresh',
  connecting: 'connecting',
  action: 'action-code-refused',
  bank_page: 'bank-page',
  connected: 'connected-partial',
  failed: 'failed-locked',
  left: 'left',
  invalid_link: 'invalid-link',
  session_ended: 'session-ended',
  connection_trouble: 'offline',
  rate_limited: 'rate-limited',
};

const entriesOf = (gallery: readonly Entry[], names: Readonly<Record<string, string>>) =>
  Object.values(names).map((name) => {
    const entry = gallery.find((known) => known.name === name);
    if (!entry) throw new Error(`the gallery has no ${name}`);
    return entry;
  });

/** Each screen of the three pages once. */
export const EACH_SCREEN: readonly Entry[] = [
  ...entriesOf(PAY_GALLERY, PAY),
  ...entriesOf(MANDATE_GALLERY, MANDATE),
  ...entriesOf(LINK_GALLERY, LINK),
];
