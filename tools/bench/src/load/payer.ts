import type { HostedSessionResponse } from '@towpath/contracts';
import type {
  AvailablePaymentMethodsResponse,
  HostedView,
  SelectPaymentMethodResponse,
} from '@towpath/contracts/payment-link';
import { TEST_CARDS } from '@towpath/testing';
import type { HttpLoad } from './http-load.js';

const HOSTED = '/payment_links/hosted';
const CARD = { number: TEST_CARDS.authorized, expiry_month: 12, expiry_year: 2034, cvc: '123' };

interface Origins {
  readonly api: HttpLoad;
  /** The card fields' origin. */
  readonly fields: HttpLoad;
}

/** A payer whose card is typed: one request from paying. */
export interface ReadyPayer {
  readonly session: string;
  readonly attemptId: string;
  readonly card: Readonly<Record<string, unknown>>;
  readonly address: string;
}

/** Does what the hosted page does, up to the button. */
export async function readyPayer({ api, fields }: Origins, linkUrl: string): Promise<ReadyPayer> {
  const address = nextAddress();
  const { access_token: token } = await api.send<HostedSessionResponse>({
    method: 'POST',
    path: `${HOSTED}/session`,
    body: { token: new URL(linkUrl).searchParams.get('token') },
    address,
  });
  const { available_payment_methods: methods } = await api.send<AvailablePaymentMethodsResponse>({
    method: 'GET',
    path: `${HOSTED}/available_payment_methods`,
    token,
    address,
  });
  const method = methods.find((each) => each.payment_method_type === 'CARD');
  const selected = await api.send<SelectPaymentMethodResponse>({
    method: 'POST',
    path: `${HOSTED}/select_payment_method`,
    token,
    address,
    body: {
      payment_account_id: method?.payment_account_id,
      payment_method_type: method?.payment_method_type,
    },
  });
  const { pathname } = new URL('tokens', selected.card_fields_url);
  const card = await fields.send<Record<string, unknown>>({
    method: 'POST',
    path: pathname,
    body: { ...CARD, session: selected.attempt_id },
  });
  return { session: token, attemptId: selected.attempt_id, card, address };
}

/** Presses the button; throws unless the payment was executed. */
export async function pay(api: HttpLoad, payer: ReadyPayer): Promise<void> {
  const view = await api.send<HostedView>({
    method: 'POST',
    path: `${HOSTED}/submit_card`,
    token: payer.session,
    address: payer.address,
    body: { attempt_id: payer.attemptId, card: payer.card },
  });
  if (view.status !== 'PAID') throw new Error(`a link that was paid is ${view.status}`);
}

let addresses = 0;

/** One of its own for each payer: the limits per address are not what is measured. */
function nextAddress(): string {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
