import { randomUUID } from 'node:crypto';
import type {
  BillResponse,
  CreatedMandateResponse,
  CreateTestBillRequest,
  LoginIdentityResponse,
  PaymentAccountResponse,
  PaymentLinkResponse,
  PaymentResponse,
  PaymentUserResponse,
  PayoutResponse,
  Towpath,
} from '@towpath/sdk';
import { sealCredentials } from '@towpath/sdk/seal';
import { advanceClock, readClock } from '../clock.js';
import { Refusal } from '../failure.js';
import type { Progress } from '../session.js';
import { until } from '../until.js';
import { HostedPayer } from './hosted-payer.js';

/** Authorized by every simulated gateway. */
const GOOD_CARD = '4242424242424242';
const AMOUNT = 12_500;
const PREFERRED_CURRENCY = 'HKD';
const DAY_MS = 86_400_000;
/** Of mandates, so that later moves of the clock do not stop at their payments. */
const MANDATE_DAYS = 7;

interface Account {
  readonly accountId: string;
  readonly currency: string;
}

type Chargeable = CreatedMandateResponse & { readonly user: PaymentUserResponse };

/** A test app at work: the steps that scenarios have in common. Everything has a new reference. */
export class TestShop {
  readonly reference = randomUUID();

  constructor(
    readonly towpath: Towpath,
    private readonly baseUrl: string,
    readonly progress: Progress = () => undefined,
  ) {}

  /** The settlement account that receives, the one in HKD if there is one. */
  async account(): Promise<Account> {
    const { payment_accounts: accounts } = await this.towpath.listPaymentAccountsWithEnrichedData({
      query: { account_type: 'SETTLEMENT_ACCOUNT' },
    });
    const preferred = accounts.find(({ currencies }) => currencies?.includes(PREFERRED_CURRENCY));
    const account = preferred ?? accounts[0];
    if (!account) throw new Refusal('The app has no settlement account.');
    const currency = preferred ? PREFERRED_CURRENCY : (account.currencies?.[0] ?? '');
    return { accountId: account.account_id, currency };
  }

  async link(): Promise<PaymentLinkResponse> {
    const { currency } = await this.account();
    return this.towpath.createPaymentLink({
      body: {
        mode: 'PAYMENT',
        currency,
        amount: AMOUNT,
        unique_reference_id: `order-${this.reference}`,
        sender: this.somebody(),
        payment_details: this.details(),
      },
    });
  }

  async setupLink(): Promise<PaymentLinkResponse> {
    const { currency } = await this.account();
    return this.towpath.createPaymentLink({
      body: {
        mode: 'SETUP',
        currency,
        unique_reference_id: `setup-${this.reference}`,
        sender: this.somebody(),
        payment_setup_options: { future_payments: 'CLICK_TO_PAY' },
      },
    });
  }

  payer(link: PaymentLinkResponse): Promise<HostedPayer> {
    return HostedPayer.open(this.baseUrl, link);
  }

  async pay(link: PaymentLinkResponse): Promise<PaymentLinkResponse> {
    await (await this.payer(link)).payByCard(GOOD_CARD);
    const path = { paymentLinkId: link.payment_link_id };
    return until('The success of the link', async () => {
      const now = await this.towpath.getPaymentLink({ path });
      return now.status === 'CREATED' ? undefined : now;
    });
  }

  /** A payment by card that was executed. */
  async cardPayment(): Promise<string> {
    return paymentIdOf(await this.pay(await this.link()));
  }

  user(autopay_consent = true): Promise<PaymentUserResponse> {
    return this.towpath.createPaymentUser({ body: { ...this.somebody(), autopay_consent } });
  }

  /** An account at the test bank; the last four digits decide what happens on it. */
  bankAccount(user: PaymentUserResponse, ending: string): Promise<PaymentAccountResponse> {
    return this.towpath.createPaymentAccount({
      body: {
        account_type: 'EXTERNAL_ACCOUNT',
        accountholder_name: 'CHAN TAI MAN',
        institution_id: 'testbank',
        user_id: user.user_id,
        account_number: { type: 'LOCAL', number: `012-345-67${ending}` },
      },
    });
  }

  /** A mandate that its payer has still to authorize. */
  async requestedMandate(): Promise<CreatedMandateResponse> {
    const { accountId, currency } = await this.account();
    return this.towpath.createMandate({
      body: {
        recipient_account: { account_id: accountId },
        sender: { ...this.somebody(), email: 'payer@example.com' },
        mandate_details: { currency, end_date: await this.mandateEnd() },
      },
    });
  }

  /** A mandate on a known account, whose payer has agreed. */
  async mandate(ending: string): Promise<Chargeable> {
    const [user, { accountId, currency }] = await Promise.all([this.user(), this.account()]);
    const { account_id } = await this.bankAccount(user, ending);
    const mandate = await this.towpath.createMandateForExistingSender({
      body: {
        recipient_account: { account_id: accountId },
        sender_account: { account_id },
        mandate_details: { currency, end_date: await this.mandateEnd() },
      },
    });
    const path = { mandateId: mandate.mandate_id };
    await this.towpath.authorizeMandate({ path, body: { enduser_consent: true } });
    return { ...mandate, user };
  }

  /** A mandate that can be charged. */
  async goodMandate(ending: string): Promise<Chargeable> {
    const mandate = await this.mandate(ending);
    const path = { mandateId: mandate.mandate_id };
    await until('The acceptance of the mandate', async () => {
      const { status } = await this.towpath.getMandate({ path });
      return status === 'SUCCEEDED' || undefined;
    });
    return mandate;
  }

  async charge({ payment_method_id }: Chargeable): Promise<PaymentResponse> {
    const { currency } = await this.account();
    return this.towpath.createPayment({
      body: { amount: AMOUNT, currency, payment_method_id, payment_details: this.details() },
    });
  }

  /** A payment by direct debit that was executed. */
  async executedDebit(ending: string): Promise<string> {
    const { payment_id: paymentId } = await this.charge(await this.goodMandate(ending));
    await until('The execution of the payment', async () => {
      const { status } = await this.towpath.getPayment({ path: { paymentId } });
      return status === 'EXECUTED' || undefined;
    });
    return paymentId;
  }

  /** What a charge of the same shop pays. */
  async bill(
    { external_user_id }: PaymentUserResponse,
    status: CreateTestBillRequest['status'] = 'UNPAID',
  ): Promise<BillResponse> {
    const [{ currency }, day] = await Promise.all([this.account(), this.today()]);
    return this.towpath.createTestBill({
      body: {
        external_bill_id: `bill-${this.reference}`,
        external_user_id: external_user_id ?? '',
        bill_date: day.toISOString(),
        due_date: new Date(day.getTime() + MANDATE_DAYS * DAY_MS).toISOString(),
        status,
        details: {
          total_amount_due: AMOUNT,
          currency,
          bill_reference_id: this.details().external_transaction_reference,
        },
        sender_details: { name: 'Chan Tai Man' },
        integration_metadata: { integration_id: 'EXT' },
        is_autopay_eligible: false,
      },
    });
  }

  async payout(ending: string, confirm = true): Promise<PayoutResponse> {
    const [user, { accountId, currency }] = await Promise.all([this.user(), this.account()]);
    const { account_id } = await this.bankAccount(user, ending);
    return this.towpath.createPayout({
      body: {
        amount: 100,
        currency,
        confirm,
        payment_details: this.details(),
        sender_account: { account_id: accountId },
        recipient_account: { account_id },
      },
    });
  }

  /** A login at the test bank; the user decides what happens. */
  async login(user_id: string, products_requested: readonly string[]): Promise<string> {
    const { login_identity: made } = await this.towpath.createLink({
      body: {
        institution_id: 'testbank',
        user_id: `user-${this.reference}`,
        consent: true,
        products_requested: [...products_requested],
        store_credentials: false,
        encrypted_credentials: await this.sealed({ user_id, password: 'datagood' }),
      },
    });
    return made.login_identity_id;
  }

  /** A login with all of its data. */
  async linkedLogin(): Promise<string> {
    const loginIdentityId = await this.login('usergood', ['ACCOUNTS']);
    const isComplete = ({ login_identity: { status } }: LoginIdentityResponse) =>
      status === 'DATA_RETRIEVAL_COMPLETE';
    await until('The retrieval of the data', async () => {
      const now = await this.towpath.getLoginIdentityById({ path: { loginIdentityId } });
      return isComplete(now) || undefined;
    });
    return loginIdentityId;
  }

  async sealed(typed: Readonly<Record<string, string>>) {
    const [key] = (await this.towpath.getCredSubmitJwks()).keys;
    if (!key) throw new Refusal('The service publishes no key for credentials.');
    return sealCredentials(typed, key);
  }

  async advance(days: number): Promise<void> {
    await advanceClock(this.towpath, (days * DAY_MS) / 1_000, this.progress);
  }

  private async today(): Promise<Date> {
    return new Date((await readClock(this.towpath)).now);
  }

  private async mandateEnd(): Promise<string> {
    const end = (await this.today()).getTime() + MANDATE_DAYS * DAY_MS;
    return new Date(end).toISOString().slice(0, 'yyyy-mm-dd'.length);
  }

  private somebody() {
    return { external_user_id: `customer-${this.reference}`, name: 'Chan Tai Man' };
  }

  private details() {
    const external_transaction_reference = `INV-${this.reference.slice(0, 13)}`;
    return { description: 'A test order', external_transaction_reference };
  }
}

export function paymentIdOf({ payment }: PaymentLinkResponse): string {
  if (!payment) throw new Refusal('The link has no payment.');
  return payment.payment_id;
}
