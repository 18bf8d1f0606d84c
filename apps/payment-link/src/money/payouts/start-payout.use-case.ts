import { Injectable } from '@nestjs/common';
import {
  DomainError,
  newId,
  parseId,
  type MandateId,
  type PaymentAccountId,
  type PayoutId,
} from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import {
  assertKeptIn,
  type ExternalAccount,
} from '../../parties/payment-accounts/domain/external-account.js';
import { payoutFeeOf } from '../../parties/payment-accounts/domain/pricing.js';
import type { SettlementAccount } from '../../parties/payment-accounts/domain/settlement-account.js';
import { accountNotFound } from '../../parties/payment-accounts/payment-account.errors.js';
import { HoldFunds } from '../ledger/hold-funds.use-case.js';
import type { LockedBalance } from '../ledger/ports.js';
import { PayoutRegistry } from './connectors/payout-registry.js';
import { Payout, type PayoutTerms } from './payout.js';
import { ReadPayoutParties, type PayoutParties } from './payout-parties.js';
import { PayoutRepository } from './persistence/payout.repository.js';

export interface PayoutOrderTerms extends Pick<
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

/**
 * Starts a payout in the caller's own transaction. For another slice that pays out, for example a
 * refund of a direct debit:
 *
 *     const prepared = await startPayout.prepare(tx, order); // locks and reads; throws refusals
 *     const payout = startPayout.execute(tx, batch, prepared); // adds payout, hold and event
 *     refund.followedBy(payout.id); // note the ID in your own row
 *     tx.write(batch); // the caller's own write
 *
 * Nothing else has to be called: once committed, the payout is sent within a second and pursued
 * until its outcome is known. Its amount is held on the settlement account from that commit on, so
 * the caller posts no transfer for it. `PayoutBooks` reports its end to `KeptMoneyService`.
 */
@Injectable()
export class StartPayout {
  constructor(
    private readonly holdFunds: HoldFunds,
    private readonly readParties: ReadPayoutParties,
    private readonly banks: PayoutRegistry,
    private readonly payouts: PayoutRepository,
  ) {}

  async prepare(tx: AppTx, order: PayoutOrderTerms): Promise<PreparedPayout> {
    const senderAccountId = parseId<PaymentAccountId>(order.senderAccountId) ?? null;
    const recipientAccountId = parseId<PaymentAccountId>(order.recipientAccountId) ?? null;
    const { currency } = order;
    const [locked, parties] = await Promise.all([
      order.confirm && senderAccountId
        ? this.holdFunds.lock(tx, { accountId: senderAccountId, currency })
        : null,
      this.readParties.of(tx, [{ senderAccountId, recipientAccountId }]),
    ]);
    const sender = payingAccount(tx, parties, { senderAccountId, currency });
    const recipient = receivingAccount(parties, { recipientAccountId, currency });
    const { userId } = recipient;
    const user = parties.users.get(userId);
    if (!user) throw new Error(`payment user ${userId} of an account does not exist`);
    const terms: PayoutTerms = {
      payoutId: newId<PayoutId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      type: order.type,
      amount: order.amount,
      feeAmount: order.isCharged ? payoutFeeOf(sender.pricing, order.amount) : 0,
      currency,
      live: tx.customerApp.type === 'LIVE',
      senderAccountId: sender.accountId,
      recipientAccountId: recipient.accountId,
      userId,
      externalUserId: user.snapshot.externalUserId,
      integrationId: this.bankOf(tx),
      mandateId: order.schedule?.mandateId ?? null,
      scheduledDate: order.schedule?.date ?? null,
      description: order.description,
      externalTransactionReference: order.externalTransactionReference,
      metadata: order.metadata,
    };
    return { terms, parties, locked };
  }

  /** Throws `INSUFFICIENT_BALANCE` before anything is added to the batch. */
  execute(tx: AppTx, batch: WriteBatch, { terms, locked }: PreparedPayout): Payout {
    if (locked) this.holdFunds.execute(tx, batch, { locked, hold: terms });
    const payout = locked ? Payout.start(terms, tx.now) : waiting(terms, tx.now);
    this.payouts.save(batch, payout);
    return payout;
  }

  private bankOf(tx: AppTx): string {
    const bank = this.banks.forApps(tx.customerApp.type);
    if (bank) return bank.integrationId;
    throw invalid('no bank pays out for this customer app');
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

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', `${explanation}.`);
}
