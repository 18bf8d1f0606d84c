import type {
  MandateStatus,
  PaymentStatus,
  ProcessorLedgerPayment,
  ProcessorLedgerResponse,
} from '@towpath/contracts';
import type {
  CreatedMandateResponse,
  MandateLinkResponse,
  MandateResponse,
  TestMandateDecision,
} from '@towpath/contracts/mandate';
import type {
  ListPaymentsResponse,
  PaymentAccountResponse,
  PaymentResponse,
  PaymentUserResponse,
} from '@towpath/contracts/payment-link';
import type { SandboxApp } from '@towpath/local-system';
import {
  ApiClient,
  eventually,
  MandatePayer,
  type ApiAnswer,
  type Merchant,
} from '@towpath/testing';
import type { RunningSystem } from '../system/running-system.js';

const WAIT = { deadlineMs: 30_000 };

export type Asked = Pick<CreatedMandateResponse, 'mandate_id' | 'payment_method_id' | 'sender'>;

export interface Refusal {
  readonly error: { readonly error_code: string };
}

/** The status and the code of a refusal, in one line of a report. */
export const refusalOf = ({ status, body }: ApiAnswer<unknown>): [number, string] => [
  status,
  (body as Partial<Refusal>).error?.error_code ?? 'nothing refused',
];

/** A shop that collects by direct debit, on a clock that nobody else moves. Amounts: minor units. */
export class DebitShop {
  private numbers = 0;

  private constructor(
    private readonly system: RunningSystem,
    readonly merchant: Merchant,
  ) {}

  /** Its clock stands still: the bank decides when the clock is moved. */
  static async open(system: RunningSystem): Promise<DebitShop> {
    const shop = new DebitShop(system, await system.newShop());
    await shop.merchant.moveClock({ frozen: true });
    return shop;
  }

  /** Asks somebody new for a mandate: their own user interface or the hosted page is next. */
  asks(mandate_details: object = {}): Promise<CreatedMandateResponse> {
    return this.post('/mandates', {
      recipient_account: { account_id: this.accountId },
      sender: { ...this.somebody(), email: 'tm@example.com' },
      mandate_details: { currency: 'HKD', ...mandate_details },
    });
  }

  /** An account of a new payment user, whose number ends as given. */
  async knows(ending: string): Promise<PaymentAccountResponse> {
    const { user_id } = await this.post<PaymentUserResponse>('/payment_users', this.somebody());
    return this.post('/payment_accounts', {
      account_type: 'EXTERNAL_ACCOUNT',
      accountholder_name: 'CHAN TAI MAN',
      institution_id: 'testbank',
      user_id,
      account_number: { type: 'LOCAL', number: `012-345-67${ending}` },
    });
  }

  /** Asks for a mandate on an account that it knows. */
  asksOn(
    { account_id }: Pick<PaymentAccountResponse, 'account_id'>,
    mandate_details: object = {},
  ): Promise<CreatedMandateResponse> {
    return this.merchant.call({
      method: 'POST',
      path: '/mandates/sender_account',
      headers: { 'idempotency-key': `mandate-${(this.numbers += 1)}` },
      body: {
        recipient_account: { account_id: this.accountId },
        sender_account: { account_id },
        mandate_details: { currency: 'HKD', ...mandate_details },
      },
    });
  }

  /** The same on an account of somebody new. */
  async asksOnAccount(ending: string, mandate_details: object = {}) {
    return this.asksOn(await this.knows(ending), mandate_details);
  }

  link(mandate_id: string, link_customizations: object = {}): Promise<MandateLinkResponse> {
    return this.post('/mandates/link', { mandate_id, link_customizations });
  }

  /** The payer in a user interface of the shop's own. */
  async ownUi(mandateId: string, customizations: object = {}): Promise<MandatePayer> {
    const { access_token } = await this.link(mandateId, customizations);
    return new MandatePayer(this.merchant.api, access_token);
  }

  /** States that the shop itself asked the payer. */
  authorizes<T = MandateResponse>(mandateId: string, consent: boolean): Promise<ApiAnswer<T>> {
    const path = `/mandates/${mandateId}/authorize`;
    return this.merchant.send({ method: 'POST', path, body: { enduser_consent: consent } });
  }

  agreesToAutopay(
    { sender }: { readonly sender: Pick<Asked['sender'], 'user_id'> },
    autopay_consent = true,
  ): Promise<unknown> {
    return this.post(`/payment_users/${sender.user_id}`, { autopay_consent });
  }

  charge<T = PaymentResponse>(
    { payment_method_id }: Pick<Asked, 'payment_method_id'>,
    amount: number,
  ): Promise<ApiAnswer<T>> {
    const body = { amount, currency: 'HKD', payment_method_id, payment_details: {} };
    const headers = { 'idempotency-key': `charge-${(this.numbers += 1)}` };
    return this.merchant.send<T>({ method: 'POST', path: '/payments', body, headers });
  }

  cancels<T>({ payment_method_id }: Pick<Asked, 'payment_method_id'>): Promise<ApiAnswer<T>> {
    const path = `/payment_methods/${payment_method_id}/cancel`;
    return this.merchant.send<T>({ method: 'POST', path });
  }

  /** In the place of the payer and of the payer's bank. */
  decides<T>(mandateId: string, status: TestMandateDecision): Promise<ApiAnswer<T>> {
    const path = `/testing/mandates/${mandateId}/status`;
    return this.merchant.send<T>({ method: 'POST', path, body: { status } });
  }

  mandate(mandateId: string): Promise<MandateResponse> {
    return this.merchant.call({ method: 'GET', path: `/mandates/${mandateId}` });
  }

  payments(mandateId: string): Promise<ListPaymentsResponse> {
    const path = `/payments?mandate_id=${mandateId}&limit=100`;
    return this.merchant.call({ method: 'GET', path });
  }

  reaches(mandateId: string, status: MandateStatus): Promise<MandateResponse> {
    const probe = async () => {
      const mandate = await this.mandate(mandateId);
      return mandate.status === status && mandate;
    };
    return eventually(probe, { ...WAIT, describe: `${mandateId} to be ${status}` });
  }

  paymentReaches(paymentId: string, status: PaymentStatus): Promise<PaymentResponse> {
    const probe = async () => {
      const payment = await this.merchant.payment(paymentId);
      return payment.status === status && payment;
    };
    return eventually(probe, { ...WAIT, describe: `${paymentId} to be ${status}` });
  }

  /** The app's time afterwards. */
  async advance(seconds: number): Promise<string> {
    return (await this.merchant.advanceClock(seconds)).now;
  }

  /** The bank's books of payments, as the test interface returns them. */
  async bankBooks(): Promise<readonly ProcessorLedgerPayment[]> {
    const path = '/testing/processor_ledger';
    return (await this.merchant.call<ProcessorLedgerResponse>({ method: 'GET', path })).payments;
  }

  /** The mandate as the bank itself has it, a code of ISO 20022; `none` when it never came. */
  async atTheBank(mandateId: string): Promise<string> {
    const bank = new ApiClient(this.system.service('sandbox').url);
    const { status, body } = await bank.send<{ status: string }>({
      method: 'GET',
      path: `/gw3/mandates/${mandateId}?customer_app_id=${this.merchant.customerAppId}`,
      token: this.system.layout.sandboxGatewaySecret,
    });
    return status === 200 ? body.status : 'none';
  }

  /** The settlement account that collects. */
  get accountId(): string {
    const [account] = (this.merchant.credentials as SandboxApp).settlement_accounts;
    return account?.account_id ?? '';
  }

  private somebody() {
    return { external_user_id: `debtor-${(this.numbers += 1)}`, name: 'Chan Tai Man' };
  }

  private post<T>(path: string, body: object): Promise<T> {
    return this.merchant.call<T>({ method: 'POST', path, body });
  }
}
