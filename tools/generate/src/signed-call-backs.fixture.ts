import { createHmac } from 'node:crypto';

/** A body as a bank or gateway sends it, with the headers that prove who sent it. */
export interface SignedCallback {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Signed as the sandbox signs `GW3`: a detached JWS. */
function signedAsBank(content: object, secret: string): SignedCallback {
  const body = JSON.stringify(content);
  const signed = { alg: 'HS256', b64: false, crit: ['b64'], iat: secondsNow() };
  const head = Buffer.from(JSON.stringify(signed)).toString('base64url');
  const mac = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
  return { body, headers: { ...JSON_BODY, 'x-jws-signature': `${head}..${mac}` } };
}

/** Signed as the sandbox signs `GW1`: the time and an HMAC of both. */
export function signedAsGateway(content: object, secret: string): SignedCallback {
  const body = JSON.stringify(content);
  const seconds = secondsNow();
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { body, headers: { ...JSON_BODY, 'gw-signature': `t=${seconds},v1=${v1}` } };
}

const JSON_BODY = { 'content-type': 'application/json' };

function secondsNow(): number {
  return Math.floor(Date.now() / 1_000);
}

/** What `GW1` tells of a dispute whose payment nobody knows: it is kept and waits. */
export function chargeback(app: { readonly customer_app_id: string }): object {
  return {
    event_id: 'evt-chargeback',
    event: 'chargeback',
    customer_app_id: app.customer_app_id,
    dispute_reference: 'dp-example',
    position: 1,
    round: 1,
    reference: 'ref-1',
    psp_reference: 'GW1PSP',
    payment_id: '01JQ0000000000000000000PAY',
    amount: 12_500,
    currency: 'HKD',
    fee_amount: 1_500,
    reason_code: '10.4',
    reason: 'Somebody else used the card.',
    status: 'open',
    arn: '74000000000000000000000',
    is_defendable: true,
    is_auto_defended: false,
    defend_by: '2060-01-15T00:00:00.000Z',
    card_brand: 'Visa',
    issuer_comment: 'Not mine.',
  };
}

/** The bank tells of a mandate that nobody here knows. */
export function signedNotice(
  { customer_app_id }: { readonly customer_app_id: string },
  secret: string,
): SignedCallback {
  const notice = { notice: 'notice-1', type: 'mandate.accepted', reference: 'unknown' };
  return signedAsBank({ ...notice, customer_app_id }, secret);
}

/** A form with a file, as the document asks for it. */
export const receiptForm: SignedCallback = {
  headers: { 'content-type': 'multipart/form-data; boundary=example' },
  body: [
    '--example',
    'content-disposition: form-data; name="file"; filename="receipt.pdf"',
    'content-type: application/pdf',
    '',
    '%PDF-1.7',
    '--example--',
    '',
  ].join('\r\n'),
};
