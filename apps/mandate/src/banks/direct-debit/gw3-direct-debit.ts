import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  assertDefaultEndpoint,
  SANDBOX,
  type ConnectorClient,
  type RawCallBack,
  type ReadCallBacks,
} from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import {
  BankRefused,
  CHARGE_NOT_SEEN,
  DirectDebitConnector,
  MANDATE_NOT_SEEN,
  type AppsReference,
  type BankCallBack,
  type BankMandateAnswer,
  type DirectDebitAnswer,
  type DirectDebitCharge,
  type MandateRegistration,
  type SettledDebit,
  type SettledPeriod,
} from './ports.js';
import {
  chargeAnswer,
  mandateAnswer,
  refusal,
  settledDebits,
  type Gw3Collection,
  type Gw3Mandate,
  type Gw3Statement,
} from './gw3-answers.js';

interface Gw3DirectDebitOptions {
  readonly http: ConnectorClient;
  /** Any of them may sign a call-back. */
  readonly secrets: readonly string[];
  readonly callBackUrl: string;
}

const NOT_FOUND = 404;
const REFUSED = 400;
const HEADER = 'x-jws-signature';
const DETACHED = /^([A-Za-z0-9_-]{1,400})\.\.([A-Za-z0-9_-]{43})$/;
const MAX_AGE_MS = 300_000;
const MS_PER_S = 1_000;
const TYPE = /^(mandate|collection)\.[a-z]+$/;

/** The simulated bank behind the port: test apps only. */
export class Gw3DirectDebit extends DirectDebitConnector {
  override readonly appType = 'TEST';
  override readonly integrationId = 'GW3';
  override readonly connector = SANDBOX;

  constructor(private readonly options: Gw3DirectDebitOptions) {
    super();
  }

  override async register(registration: MandateRegistration): Promise<BankMandateAnswer> {
    const { http, callBackUrl } = this.options;
    const { status, body } = await http.send({
      method: 'POST',
      path: '/gw3/mandates',
      body: {
        mandate_reference: registration.reference,
        creditor: {
          customer_app_id: registration.customerAppId,
          account: registration.creditorAccount,
        },
        debtor: { name: registration.debtorName, account_number: registration.accountNumber },
        currency: registration.currency,
        first_day: registration.startDate,
        last_day: registration.endDate,
        max_minor: registration.maxTransactionAmount,
        notify_url: callBackUrl,
      },
    });
    if (status < REFUSED) return mandateAnswer(body as Gw3Mandate);
    const known = await foundOr(MANDATE_NOT_SEEN, this.findMandate(registration));
    if (known.bankStatus !== 'NOT_SEEN') return known;
    return { ...known, bankStatus: 'REJECTED', ...refusal(body) };
  }

  override async findMandate(mandate: AppsReference): Promise<BankMandateAnswer> {
    const body = await this.read<Gw3Mandate>(mandatePath(mandate));
    return body ? mandateAnswer(body) : MANDATE_NOT_SEEN;
  }

  override cancelMandate(mandate: AppsReference): Promise<BankMandateAnswer> {
    return this.move(mandate, { path: mandatePath(mandate, '/cancellation') });
  }

  /** Plays the payer and the payer's bank, for the testing operations of test apps. */
  decideMandate(
    mandate: AppsReference,
    { decision }: { readonly decision: 'accept' | 'reject' | 'revoke' },
  ): Promise<BankMandateAnswer> {
    return this.move(mandate, {
      path: mandatePath(mandate, '/decision'),
      body: { decision },
    });
  }

  override async charge(charge: DirectDebitCharge): Promise<DirectDebitAnswer> {
    const { http, callBackUrl } = this.options;
    const { status, body } = await http.send({
      method: 'POST',
      path: '/gw3/collections',
      body: {
        collection_reference: charge.reference,
        mandate_reference: charge.mandateReference,
        customer_app_id: charge.customerAppId,
        payment_id: charge.paymentId,
        instructed: { minor: charge.amount, currency: charge.currency },
        notify_url: callBackUrl,
      },
    });
    if (status < REFUSED) return chargeAnswer(body as Gw3Collection);
    const known = await foundOr(CHARGE_NOT_SEEN, this.findCharge(charge));
    if (known.bankStatus !== 'NOT_SEEN') return known;
    return { ...known, bankStatus: 'FAILED', ...refusal(body) };
  }

  override async findCharge(charge: AppsReference): Promise<DirectDebitAnswer> {
    const body = await this.read<Gw3Collection>(chargePath(charge));
    return body ? chargeAnswer(body) : CHARGE_NOT_SEEN;
  }

  override async reverse(charge: AppsReference): Promise<DirectDebitAnswer> {
    const path = chargePath(charge, '/reversal');
    const { status, body } = await this.options.http.send({ method: 'POST', path });
    return status >= REFUSED ? this.findCharge(charge) : chargeAnswer(body as Gw3Collection);
  }

  override async *listSettled(period: SettledPeriod): AsyncIterable<SettledDebit> {
    const query = new URLSearchParams({
      customer_app_id: period.customerAppId,
      booked_from: period.from.toISOString(),
      booked_to: period.to.toISOString(),
    });
    for (let more = true; more;) {
      const page = await this.read<Gw3Statement>(`/gw3/statement?${query.toString()}`);
      // Half a list would look as if the rest had not been settled.
      if (!page) throw new BankRefused(this.integrationId, { status: NOT_FOUND });
      yield* settledDebits(page);
      more = page.more;
      query.set('after_entry', page.lines.at(-1)?.entry ?? '');
    }
  }

  override readCallBacks(raw: RawCallBack, endpointId: string | null) {
    return new Promise<ReadCallBacks<BankCallBack>>((resolve) => {
      resolve(this.callBacksIn(raw, endpointId));
    });
  }

  private callBacksIn(raw: RawCallBack, endpointId: string | null): ReadCallBacks<BankCallBack> {
    assertDefaultEndpoint(endpointId);
    if (!this.options.secrets.some((secret) => isSignedByBank(secret, raw))) {
      throw new DomainError('UNAUTHORIZED', 'The signature of the call-back is not valid.');
    }
    const callBack = callBackIn(objectIn(raw.body));
    if (callBack) return { events: [callBack], answer: null };
    throw new DomainError('INVALID_REQUEST', 'body must be a call-back of the bank.');
  }

  /** Null for an unknown item. */
  private async read<Body>(path: string): Promise<Body | null> {
    const { status, body } = await this.options.http.send({ method: 'GET', path });
    if (status === NOT_FOUND) return null;
    if (status >= REFUSED) throw new BankRefused(this.integrationId, { status });
    return body as Body;
  }

  /** A refused call has no status of its own: the bank's books decide. */
  private async move(
    mandate: AppsReference,
    call: { readonly path: string; readonly body?: object },
  ): Promise<BankMandateAnswer> {
    const { status, body } = await this.options.http.send({ method: 'POST', ...call });
    return status >= REFUSED ? this.findMandate(mandate) : mandateAnswer(body as Gw3Mandate);
  }
}

/** A request that is refused, and the question about it too, can never succeed. */
async function foundOr<Answer>(nothing: Answer, question: Promise<Answer>): Promise<Answer> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof BankRefused) return nothing;
    throw error;
  }
}

const chargePath = (charge: AppsReference, step = '') =>
  `/gw3/collections/${encodeURIComponent(charge.reference)}${step}?${appQuery(charge)}`;
const mandatePath = (mandate: AppsReference, step = '') =>
  `/gw3/mandates/${encodeURIComponent(mandate.reference)}${step}?${appQuery(mandate)}`;
const appQuery = ({ customerAppId }: AppsReference) =>
  new URLSearchParams({ customer_app_id: customerAppId }).toString();

function callBackIn(body: Readonly<Record<string, unknown>>): BankCallBack | undefined {
  const { notice: eventId, customer_app_id: customerAppId, reference, type } = body;
  const [, subject] = TYPE.exec(String(type)) ?? [];
  if (!subject || typeof eventId !== 'string') return undefined;
  if (typeof customerAppId !== 'string' || typeof reference !== 'string') return undefined;
  return { eventId, customerAppId, reference, about: subject === 'mandate' ? 'MANDATE' : 'CHARGE' };
}

/** The members of a JSON object; none for any other content. */
function objectIn(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Whether who knows `secret` signed these bytes within five minutes of now: a detached JWS. */
function isSignedByBank(secret: string, { body, headers, receivedAt }: RawCallBack): boolean {
  const [, protectedHead, mac] = DETACHED.exec(String(headers[HEADER] ?? '')) ?? [];
  if (!protectedHead || !mac) return false;
  const signed = Buffer.concat([Buffer.from(`${protectedHead}.`), body]);
  const expected = createHmac('sha256', secret).update(signed).digest();
  const claimed = Buffer.from(mac, 'base64url');
  if (claimed.length !== expected.length || !timingSafeEqual(expected, claimed)) return false;
  // Only now is the head the bank's own word.
  const head = JSON.parse(Buffer.from(protectedHead, 'base64url').toString('utf8')) as Head;
  const ageMs = receivedAt.getTime() - Number(head.iat) * MS_PER_S;
  return head.alg === 'HS256' && head.b64 === false && Math.abs(ageMs) <= MAX_AGE_MS;
}

interface Head {
  readonly alg?: unknown;
  readonly b64?: unknown;
  readonly iat?: unknown;
}
