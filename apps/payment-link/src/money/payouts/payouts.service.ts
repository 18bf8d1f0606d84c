import { Injectable } from '@nestjs/common';
import type { CreatePayoutRequest, PayoutResponse } from '@towpath/contracts/payment-link';
import {
  IdempotentAnswers,
  type IdempotentCall,
  type IncludeAnswer,
  type PreparedAnswer,
} from '@towpath/http';
import {
  DomainError,
  newId,
  parseId,
  refusalOf,
  type CustomerAppId,
  type MandateId,
  type PaymentAccountId,
  type PaymentId,
  type PaymentUserId,
  type PayoutId,
} from '@towpath/kernel';
import {
  byKey,
  byValues,
  Transactions,
  WriteBatch,
  type AppTx,
  publishChanges,
} from '@towpath/persistence';
import {
  assertKeptIn,
  type ExternalAccount,
} from '../../parties/payment-accounts/external-account.js';
import {
  payoutFeeOf,
  type SettlementAccount,
  accountNotFound,
} from '../../parties/payment-accounts/settlement-account.js';
import type { TransferKind } from '../ledger/ledger.js';
import { LedgerService, type LockedBalance } from '../ledger/ledger.service.js';
import { Payout, type PayoutTerms } from './payout.js';
import { payouts } from './payout.table.js';
import type { PayoutCommand, PayoutState } from './payout.transitions.js';
import {
  parsePayoutId,
  payoutNotFound,
  PayoutsReads,
  type PayoutParties,
} from './payouts.reads.js';
import { PayoutRegistry, type PayoutOrder } from '../payout-banks/ports.js';
import { ExternalAccountsReads } from '../../parties/payment-accounts/external-accounts.reads.js';
import { embeddedError } from '@towpath/contracts';

function publishPayoutChanges(batch: WriteBatch, { snapshot, changes }: Payout): void {
  const { customerAppId, failure } = snapshot;
  publishChanges(batch, { customerAppId, changes }, (change) => {
    const failed = change.to === 'FAILED' && failure !== null;
    return {
      payout_id: snapshot.payoutId,
      type: snapshot.type,
      amount: snapshot.amount,
      currency: snapshot.currency,
      sender_account_id: snapshot.senderAccountId,
      recipient_account_id: snapshot.recipientAccountId,
      user_id: snapshot.userId,
      external_user_id: snapshot.externalUserId,
      mandate_id: snapshot.mandateId ?? undefined,
      metadata: snapshot.metadata ?? {},
      error: failed ? embeddedError(failure.code, failure.explanation) : undefined,
      reason: change.reason ?? undefined,
      amount_returned: snapshot.returnedAt ? snapshot.amount : undefined,
    };
  });
}

export interface PayoutRequest extends Pick<
  PayoutTerms,
  'type' | 'amount' | 'currency' | 'description' | 'externalTransactionReference' | 'metadata'
> {
  /** A settlement account and an external account of the app, as they were named to us. */
  readonly senderAccountId: string;
  readonly recipientAccountId: string;
  /** With the configured fee; a refund and a payout funded by a mandate have none. */
  readonly isCharged?: true;
  /** False: nothing is held and nothing is sent until it is confirmed. */
  readonly confirm: boolean;
  /**
   * For a scheduled payout, which needs no confirmation: its day (`YYYY-MM-DD`, UTC) and its funds.
   */
  readonly schedule?: { readonly date: string; readonly mandateId: MandateId };
}

/** A payout without objections. If its amount is to be held, its settlement account is locked. */
export interface PreparedPayout {
  readonly terms: PayoutTerms;
  readonly parties: PayoutParties;
  readonly locked: LockedBalance | null;
}

/** Statuses in which the bank knows the payout, and may change its mind. */
const ASKED_ABOUT: ReadonlySet<PayoutState> = new Set(['SUBMITTED', 'EXECUTED', 'FAILED']);

type PayoutTransfer = Extract<TransferKind, `PAYOUT${string}`>;

const RELEASE = { amount: 'PAYOUT_RELEASE', fee: 'PAYOUT_FEE_RELEASE' } as const;
/** The ledger transfers of a transition for money that was held before. */
const TRANSFERS: Readonly<
  Partial<Record<PayoutCommand, { readonly amount: PayoutTransfer; readonly fee?: PayoutTransfer }>>
> = {
  execute: { amount: 'PAYOUT', fee: 'PAYOUT_FEE' },
  reject: RELEASE,
  giveUp: RELEASE,
  // The fee stays: the bank did its work.
  takeBack: { amount: 'PAYOUT_RETURN' },
  correctToExecuted: { amount: 'PAYOUT_CORRECTION', fee: 'PAYOUT_FEE_CORRECTION' },
};

/** Commands on payouts: money from settlement accounts to payment users. */
@Injectable()
export class PayoutsService {
  constructor(
    private readonly db: Transactions,
    private readonly answers: IdempotentAnswers,
    private readonly reads: PayoutsReads,
    private readonly externalAccounts: ExternalAccountsReads,
    private readonly ledger: LedgerService,
    private readonly banks: PayoutRegistry,
  ) {}

  /**
   * A payout that is sent at once, or waits for its confirmation. It does not call the bank: the
   * bank's decision is in the status of the payout, never a refusal of the request.
   */
  create(call: IdempotentCall, body: CreatePayoutRequest): Promise<PreparedAnswer> {
    return this.answers.once<PayoutResponse>(call, (tx, include) =>
      this.createIn(tx, include, {
        type: 'ON_DEMAND',
        isCharged: true,
        amount: body.amount,
        currency: body.currency,
        confirm: body.confirm,
        senderAccountId: body.sender_account.account_id,
        recipientAccountId: body.recipient_account.account_id,
        description: body.payment_details.description,
        externalTransactionReference: body.payment_details.external_transaction_reference,
        metadata: body.metadata ?? null,
      }),
    );
  }

  /** Writes a payout together with the answer to the request for it. */
  async createIn(
    tx: AppTx,
    include: IncludeAnswer<PayoutResponse>,
    request: PayoutRequest,
  ): Promise<PayoutResponse> {
    const prepared = await this.prepare(tx, request);
    const batch = new WriteBatch();
    const payout = this.start(tx, batch, prepared);
    const body = this.reads.bodyOf(tx, payout.snapshot, prepared.parties);
    include(batch, body);
    tx.write(batch);
    return body;
  }

  /** From here on the amount is held, and the payout is sent. */
  confirm(app: CustomerAppId, rawPayoutId: string): Promise<PayoutResponse> {
    return this.act(app, rawPayoutId, async (tx, batch, payout) => {
      const { type, senderAccountId: accountId, currency } = payout.snapshot;
      if (type === 'SCHEDULED') throw waitsForItsDay();
      payout.confirm(tx.now);
      const locked = await this.ledger.lockBalance(tx, { accountId, currency });
      this.ledger.hold(tx, batch, { locked, hold: payout.snapshot });
    });
  }

  /** Only what nothing was held for yet can be cancelled. */
  cancel(app: CustomerAppId, rawPayoutId: string): Promise<PayoutResponse> {
    return this.act(app, rawPayoutId, (tx, _batch, payout) => payout.cancel(tx.now));
  }

  /** What `cancel` would end; nothing changes. */
  weighCancel(app: CustomerAppId, rawPayoutId: string) {
    const payoutId = parsePayoutId(rawPayoutId);
    return this.db.forApp(app, async (tx) => {
      const payout = await this.lock(tx, payoutId);
      if (!payout) throw payoutNotFound();
      const { snapshot } = payout;
      return { payout: snapshot, refusal: refusalOf(() => payout.cancel(tx.now)) };
    });
  }

  /**
   * Locks and reads what a payout needs; throws refusals. With `start`, in the caller's own
   * transaction: once committed, the payout is sent within a second and pursued until its outcome is
   * known. Its amount is held on the settlement account from that commit on, so the caller posts no
   * transfer for it.
   */
  async prepare(tx: AppTx, request: PayoutRequest): Promise<PreparedPayout> {
    const senderAccountId = parseId<PaymentAccountId>(request.senderAccountId) ?? null;
    const recipientAccountId = parseId<PaymentAccountId>(request.recipientAccountId) ?? null;
    const { currency } = request;
    const [locked, parties] = await Promise.all([
      request.confirm && senderAccountId
        ? this.ledger.lockBalance(tx, { accountId: senderAccountId, currency })
        : null,
      this.reads.parties(tx, [{ senderAccountId, recipientAccountId }]),
    ]);
    const sender = payingAccount(tx, parties, { senderAccountId, currency });
    const recipient = receivingAccount(parties, { recipientAccountId, currency });
    const { userId } = recipient;
    const user = parties.users.get(userId);
    if (!user) throw new Error(`payment user ${userId} of an account does not exist`);
    const bank = this.banks.forAccount(tx.customerApp.type, sender.payoutConnector);
    if (!bank)
      throw invalid('sender_account.account_id must be of an account that a bank pays out for');
    const terms: PayoutTerms = {
      payoutId: newId<PayoutId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      type: request.type,
      amount: request.amount,
      feeAmount: request.isCharged ? payoutFeeOf(sender.pricing, request.amount) : 0,
      currency,
      live: tx.customerApp.type === 'LIVE',
      senderAccountId: sender.accountId,
      recipientAccountId: recipient.accountId,
      userId,
      externalUserId: user.snapshot.externalUserId,
      integrationId: bank.integrationId,
      connector: bank.connector,
      mandateId: request.schedule?.mandateId ?? null,
      scheduledDate: request.schedule?.date ?? null,
      description: request.description,
      externalTransactionReference: request.externalTransactionReference,
      metadata: request.metadata,
    };
    return { terms, parties, locked };
  }

  /** Throws `INSUFFICIENT_BALANCE` before anything is added to the batch. */
  start(tx: AppTx, batch: WriteBatch, { terms, locked }: PreparedPayout): Payout {
    if (locked) this.ledger.hold(tx, batch, { locked, hold: terms });
    const payout = locked ? Payout.start(terms, tx.now) : waiting(terms, tx.now);
    this.record(tx, batch, payout);
    return payout;
  }

  /** Locked until the transaction ends. */
  async lock(tx: AppTx, payoutId: PayoutId): Promise<Payout | null> {
    const row = await payouts.lock(tx, { payoutId });
    return row && Payout.restore(row);
  }

  /** The bank is asked at once about one that it may have or return; the others wait for their plan. */
  async makeDue(tx: AppTx, payoutId: PayoutId): Promise<boolean> {
    const payout = await this.lock(tx, payoutId);
    if (!payout || !ASKED_ABOUT.has(payout.status)) return false;
    this.putOnSchedule(tx, payout);
    return true;
  }

  /** In the transaction that records a payment: the payout that waits for it is due at once. */
  async makeDueFundedBy(tx: AppTx, paymentId: PaymentId): Promise<void> {
    const found = await tx.query<{ row: unknown }>(
      byKey(`SELECT to_jsonb(p) AS row FROM payouts p
       WHERE customer_app_id = $1 AND funding_payment_id = $2 FOR UPDATE`),
      [tx.customerApp.id, paymentId],
    );
    const [row] = payouts.rows(found);
    if (row?.status === 'PROCESSING_FUNDS') this.putOnSchedule(tx, Payout.restore(row));
  }

  /** The order for the bank; null once the account of the recipient is deleted, or they are erased. */
  async order(tx: AppTx, { snapshot }: Payout): Promise<PayoutOrder | null> {
    const { recipientAccountId } = snapshot;
    const found = await this.externalAccounts.byId(tx, [recipientAccountId]);
    const holder = found.get(recipientAccountId)?.holder;
    if (!holder?.number) return null;
    return {
      reference: snapshot.payoutId,
      customerAppId: snapshot.customerAppId,
      debtorAccount: snapshot.senderAccountId,
      creditorName: holder.name,
      creditorAccountNumber: holder.number.number,
      amount: snapshot.amount,
      currency: snapshot.currency,
      description: snapshot.description,
    };
  }

  /** Adds row, history, events and ledger transfers of a new or locked payout. */
  record(tx: AppTx, batch: WriteBatch, payout: Payout): void {
    payouts.save(batch, payout);
    publishPayoutChanges(batch, payout);
    const { payoutId, senderAccountId: accountId, currency, amount, feeAmount } = payout.snapshot;
    const moved = { accountId, currency, paymentId: null, refundId: null, payoutId };
    for (const { command } of payout.changes) {
      const kinds = TRANSFERS[command];
      if (!kinds) continue;
      this.ledger.post(tx, batch, { ...moved, kind: kinds.amount, amount });
      if (feeAmount === 0 || !kinds.fee) continue;
      this.ledger.post(tx, batch, { ...moved, kind: kinds.fee, amount: feeAmount });
    }
  }

  /**
   * Deletes the text that an erased recipient of payouts was shown; amounts stay. No order needs it:
   * without the account number none is sent again.
   */
  async forget(tx: AppTx, userId: PaymentUserId): Promise<void> {
    await tx.query(
      byValues('UPDATE payouts SET description = NULL WHERE customer_app_id = $1 AND user_id = $2'),
      [tx.customerApp.id, userId],
    );
  }

  private act(
    app: CustomerAppId,
    rawPayoutId: string,
    move: (tx: AppTx, batch: WriteBatch, payout: Payout) => void | Promise<void>,
  ): Promise<PayoutResponse> {
    const payoutId = parsePayoutId(rawPayoutId);
    return this.db.forApp(app, async (tx) => {
      const payout = await this.lock(tx, payoutId);
      if (!payout) throw payoutNotFound();
      const batch = new WriteBatch();
      await move(tx, batch, payout);
      const body = await this.reads.body(tx, payout.snapshot);
      this.record(tx, batch, payout);
      tx.write(batch);
      return body;
    });
  }

  private putOnSchedule(tx: AppTx, payout: Payout): void {
    payout.makeDue(tx.now);
    const batch = new WriteBatch();
    this.record(tx, batch, payout);
    tx.write(batch);
  }
}

/** For a confirmation, or for its day. */
function waiting(terms: PayoutTerms, now: Date): Payout {
  const { scheduledDate } = terms;
  if (scheduledDate === null) return Payout.propose(terms, now);
  return Payout.schedule(terms, { now, dueAt: new Date(`${scheduledDate}T00:00:00Z`) });
}

function payingAccount(
  tx: AppTx,
  { settlement }: PayoutParties,
  named: { readonly senderAccountId: PaymentAccountId | null; readonly currency: string },
): SettlementAccount {
  const account = named.senderAccountId && settlement.get(named.senderAccountId);
  if (!account) throw accountNotFound();
  if (account.live !== (tx.customerApp.type === 'LIVE')) {
    throw invalid('sender_account.account_id must be of an account of the present type of the app');
  }
  if (account.currencies.includes(named.currency)) return account;
  throw new DomainError(
    'CURRENCY_MISMATCH',
    `The settlement account is not kept in ${named.currency}.`,
  );
}

function receivingAccount(
  { external }: PayoutParties,
  named: { readonly recipientAccountId: PaymentAccountId | null; readonly currency: string },
): ExternalAccount {
  const account = named.recipientAccountId && external.get(named.recipientAccountId);
  if (!account) throw accountNotFound();
  if (!account.holder?.number) {
    throw invalid('recipient_account.account_id must be of an account whose whole number is known');
  }
  assertKeptIn(account, named.currency);
  return account;
}

function waitsForItsDay(): DomainError {
  return new DomainError(
    'INVALID_PAYOUT_STATUS',
    'A scheduled payout is not confirmed: it begins on its day.',
  );
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', `${explanation}.`);
}
