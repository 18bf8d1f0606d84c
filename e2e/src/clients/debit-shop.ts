import type { MandateStatus, PaymentStatus, ProcessorLedgerPayment } from '@towpath/contracts';
import type { TestMandateDecision } from '@towpath/contracts/mandate';
import type { SandboxApp } from '@towpath/local-system';
import {
  TowpathError,
  type CreatedMandateResponse,
  type ListPaymentsResponse,
  type MandateLinkResponse,
  type MandateResponse,
  type PaymentAccountResponse,
  type PaymentResponse,
} from '@towpath/sdk';
import {
  ApiClient,
  eventually,
  MandatePayer,
  UnexpectedAnswer,
  type ApiAnswer,
  type Merchant,
} from '@towpath/testing';
import type { RunningSystem } from '../system/running-system.js';

const WAIT = { deadlineMs: 30_000 };

export type Asked = Pick<CreatedMandateResponse, 'mandate_id' | 'payment_method_id' | 'sender'>;

interface Refusal {
  readonly error: { readonly error_code: string };
}

/** What a payer's client returned; throws a refusal, as the SDK does. */
export function accepted<T>(answer: ApiAnswer<T>): T {
  if (answer.status === 200) return answer.body;
  throw new UnexpectedAnswer({ method: 'POST', path: 'a step' }, answer);
}

/** The status and the code of a refusal, in one line of a report; null if nothing was refused. */
export async function refusalOf(call: Promise<unknown>): Promise<[number, string] | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof TowpathError) return [error.status, error.errorCode];
    if (!(error instanceof UnexpectedAnswer)) throw error;
    return [error.answer.status, (error.answer.body as Refusal).error.error_code];
  }
}

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
    return this.merchant.createMandate({
      body: {
        recipient_account: { account_id: this.accountId },
        sender: { ...this.somebody(), email: 'tm@example.com' },
        mandate_details: { currency: 'HKD', ...mandate_details },
      },
    });
  }

  /** An account of a new payment user, whose number ends as given. */
  async knows(ending: string): Promise<PaymentAccountResponse> {
    const { user_id } = await this.merchant.createPaymentUser({ body: this.somebody() });
    return this.merchant.createPaymentAccount({
      body: {
        account_type: 'EXTERNAL_ACCOUNT',
        accountholder_name: 'CHAN TAI MAN',
        institution_id: 'testbank',
        user_id,
        account_number: { type: 'LOCAL', number: `012-345-67${ending}` },
      },
    });
  }

  /** Asks for a mandate on an account that it knows. */
  asksOn(
    { account_id }: Pick<PaymentAccountResponse, 'account_id'>,
    mandate_details: object = {},
  ): Promise<CreatedMandateResponse> {
    return this.merchant.createMandateForExistingSender({
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
    return this.merchant.getMandateAuthLink({ body: { mandate_id, link_customizations } });
  }

  /** The payer in a user interface of the shop's own. */
  async ownUi(mandateId: string, customizations: object = {}): Promise<MandatePayer> {
    const { access_token } = await this.link(mandateId, customizations);
    return new MandatePayer(this.merchant.api, access_token);
  }

  /** States that the shop itself asked the payer. */
  authorizes(mandateId: string, enduser_consent: boolean): Promise<MandateResponse> {
    return this.merchant.authorizeMandate({ path: { mandateId }, body: { enduser_consent } });
  }

  agreesToAutopay(
    { sender }: { readonly sender: Pick<Asked['sender'], 'user_id'> },
    autopay_consent = true,
  ): Promise<unknown> {
    const path = { paymentUserId: sender.user_id };
    return this.merchant.updatePaymentUser({ path, body: { autopay_consent } });
  }

  charge(
    { payment_method_id }: Pick<Asked, 'payment_method_id'>,
    amount: number,
  ): Promise<PaymentResponse> {
    const body = { amount, currency: 'HKD', payment_method_id, payment_details: {} };
    return this.merchant.createPayment({ body });
  }

  cancels({ payment_method_id }: Pick<Asked, 'payment_method_id'>) {
    return this.merchant.cancelPaymentMethod({ path: { paymentMethodId: payment_method_id } });
  }

  /** In the place of the payer and of the payer's bank. */
  decides(mandateId: string, status: TestMandateDecision): Promise<MandateResponse> {
    return this.merchant.updateTestMandateStatus({ path: { mandateId }, body: { status } });
  }

  mandate(mandateId: string): Promise<MandateResponse> {
    return this.merchant.getMandate({ path: { mandateId } });
  }

  payments(mandateId: string): Promise<ListPaymentsResponse> {
    return this.merchant.listPayments({ query: { mandate_id: mandateId, limit: 100 } });
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
    return (await this.merchant.getTestProcessorLedger()).payments;
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
}
