import { jest } from '@jest/globals';
import { newId, type CustomerAppId, type Id } from '@towpath/kernel';
import type { ErrorEnvelope } from '@towpath/contracts';
import type { PayoutResponse } from '@towpath/contracts/payment-link';
import { eventually } from '@towpath/testing';
import { send, type Answer, type TestCustomerApp } from './payment-link.fixture.js';
import { byValues } from '@towpath/persistence';
import type { PayoutConnector } from '../src/money/payout-banks/ports.js';

export type AnsweredPayout = Answer<PayoutResponse & Partial<ErrorEnvelope>>;

export const OPENING_BALANCE = 1_000_000;
/** 0.30 and a hundredth of what is paid out. */
export const PAYOUT_FEE = {
  pricing: [{ payment_method_type: 'PAYOUT', fee_fixed: 30, fee_basis_points: 100 }],
};
/** The simulated bank that pays out. */
export const PAYOUT_BANK = {
  appType: 'TEST',
  integrationId: 'GW3',
  connector: 'sandbox',
} as const;
const NUMBER = '012-345678-833';

/**
 * The bank executes the next payout of a customer app, but answers that it rejects it. One of an
 * earlier test, of another app, may be sent only now, and has its own answer.
 */
export function answersThatItRejects(bank: PayoutConnector, customerAppId: CustomerAppId): void {
  const send = bank.send.bind(bank);
  let isNext = true;
  jest.spyOn(bank, 'send').mockImplementation(async (order) => {
    const answer = await send(order);
    if (!isNext || order.customerAppId !== customerAppId) return answer;
    isNext = false;
    const failure = { code: 'PAYMENT_METHOD_DECLINED', explanation: 'No.' } as const;
    return { ...answer, bankStatus: 'REJECTED', failure };
  });
}

/** A customer app with money on a settlement account, and somebody to pay it to. */
export class Payer {
  private constructor(
    readonly app: TestCustomerApp,
    readonly senderAccountId: string,
    readonly userId: string,
    readonly recipientAccountId: string,
  ) {}

  /** @param members of the settlement account, for example `PAYOUT_FEE` */
  static async of(app: TestCustomerApp, members: object = {}): Promise<Payer> {
    const opened = { opening_balance: OPENING_BALANCE, ...members };
    const sender = await app.settlementAccount('HKD', opened);
    const user = { name: 'Chan Tai Man', external_user_id: 'ada' };
    const { user_id } = (await app.send<{ user_id: string }>('POST /payment_users', user)).body;
    return new Payer(app, sender, user_id, await externalAccount(app, user_id));
  }

  /** Another account of the same user. */
  account(members: object = {}): Promise<string> {
    return externalAccount(this.app, this.userId, members);
  }

  order(members: object = {}): object {
    return {
      amount: 12_500,
      currency: 'HKD',
      confirm: true,
      payment_details: { description: 'March', external_transaction_reference: 'PAYOUT-9' },
      sender_account: { account_id: this.senderAccountId },
      recipient_account: { account_id: this.recipientAccountId },
      metadata: { month: 'March' },
      ...members,
    };
  }

  create(
    members: object = {},
    key: string = newId<Id<'Key'>>(new Date()),
  ): Promise<AnsweredPayout> {
    return send(this.app.service.publicUrl, {
      route: 'POST /payouts',
      token: this.app.token,
      body: this.order(members),
      headers: { 'idempotency-key': key },
    });
  }

  act(payoutId: string, verb: 'confirm' | 'cancel'): Promise<AnsweredPayout> {
    return this.app.send(`POST /payouts/${payoutId}/${verb}`);
  }

  async read(payoutId: string): Promise<PayoutResponse> {
    return (await this.app.send<PayoutResponse>(`GET /payouts/${payoutId}`)).body;
  }

  /** What is due now is done, and no more. */
  async ends(payoutId: string, status: string): Promise<PayoutResponse> {
    let last: PayoutResponse | undefined;
    return eventually(
      async () => {
        await this.app.service.dueJobs.runFor(this.app.id);
        last = await this.read(payoutId);
        return last.status === status && last;
      },
      { deadlineMs: 15_000, describe: () => `payout is ${last?.status}` },
    );
  }

  /** Credits less debits of a ledger account, minor units. */
  async balance(
    kind: 'settlement' | 'payout' | 'clearing' | 'disputed' | 'fees',
    currency = 'HKD',
  ): Promise<number> {
    const [row] = await this.app.rows<{ balance: number }>(
      `SELECT (coalesce(sum(amount) FILTER (WHERE credit_account = $1), 0)
         - coalesce(sum(amount) FILTER (WHERE debit_account = $1), 0))::bigint AS balance
       FROM ledger_transfers WHERE currency = $2`,
      [`${kind}:${this.senderAccountId}`, currency],
    );
    return row?.balance ?? 0;
  }

  async transfers(payoutId: string): Promise<string[]> {
    const rows = await this.app.rows<{ kind: string }>(
      `SELECT kind FROM ledger_transfers WHERE payout_id = $1 ORDER BY occurred_at, written_by`,
      [payoutId],
    );
    return rows.map(({ kind }) => kind);
  }

  async history(payoutId: string): Promise<string[]> {
    const rows = await this.app.rows<{ to_status: string }>(
      `SELECT to_status FROM payout_state_changes WHERE payout_id = $1 ORDER BY sequence`,
      [payoutId],
    );
    return rows.map(({ to_status: status }) => status);
  }

  async events(payoutId: string): Promise<string[]> {
    const rows = await this.app.service.transactions.asWorker((tx) =>
      tx.query<{ event_name: string }>(
        byValues(`SELECT event_name FROM outbox WHERE message_key = $1 ORDER BY sequence`),
        [payoutId],
      ),
    );
    return rows.map(({ event_name: name }) => name);
  }

  /** What the verification of the ledger finds wrong. */
  async findings(): Promise<object[]> {
    const { gateway, internalUrl } = this.app.service;
    const token = await gateway.signForCommand('payment-link');
    const route = `GET /internal/ledger/verification?customer_app_id=${this.app.id}`;
    return (await send<{ findings: object[] }>(internalUrl, { route, token })).body.findings;
  }

  /** Everything that a payout could leave behind. */
  async traces(): Promise<object> {
    const [counted] = await this.app.rows<Record<string, number>>(
      `SELECT (SELECT count(*) FROM payouts) AS payouts,
         (SELECT count(*) FROM payout_state_changes) AS changes,
         (SELECT count(*) FROM ledger_transfers) AS transfers,
         (SELECT count(*) FROM ledger_accounts WHERE kind = 'PAYOUT'
           AND NOT EXISTS (SELECT FROM ledger_transfers t
             WHERE t.credit_account = ledger_account)) AS unused_accounts`,
    );
    const events = await this.app.service.transactions.asWorker((tx) =>
      tx.query(
        byValues(`SELECT 1 AS event FROM outbox WHERE customer_app_id = $1
        AND topic = 'payments.payout.events.v1'`),
        [this.app.id],
      ),
    );
    return { ...counted, events: events.length };
  }
}

async function externalAccount(
  app: TestCustomerApp,
  user_id: string,
  members: object = {},
): Promise<string> {
  const { body } = await app.send<{ account_id: string }>('POST /payment_accounts', {
    account_type: 'EXTERNAL_ACCOUNT',
    accountholder_name: 'Chan Tai Man',
    institution_id: 'testbank',
    user_id,
    account_number: { type: 'LOCAL', number: NUMBER },
    currencies: ['HKD'],
    ...members,
  });
  return body.account_id;
}
