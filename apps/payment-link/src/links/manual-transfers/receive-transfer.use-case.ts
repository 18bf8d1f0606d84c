import { Injectable } from '@nestjs/common';
import { DomainError, newId, type CustomerAppId, type PaymentAccountId } from '@towpath/kernel';
import { type AppTx, Transactions, WriteBatch } from '@towpath/persistence';
import type { Payment } from '../../money/payments/payment.js';
import type { RefundId } from '../../money/refunds/refund.table.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { RefundsService } from '../../money/refunds/refunds.service.js';
import {
  transferReference,
  transferReferencesIn,
} from '../payment-links/domain/transfer-reference.js';
import { LockedAttempts, type LockedAttempt } from '../payment-links/locked-attempt.js';
import type { IncomingTransfer, IncomingTransferId } from './incoming-transfer.js';
import {
  transferRule,
  type TransferredSum,
  type TransferRule,
} from '../payment-links/domain/transfer-rule.js';
import { IncomingTransferRepository } from './persistence/incoming-transfer.repository.js';
import { accountsFor } from '../../parties/payment-accounts/settlement-account.js';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';

/** Money that arrives at the bank. Amount: minor units. */
export interface ArrivingTransfer extends TransferredSum {
  /** The payer's text; null if there is none. */
  readonly reference: string | null;
  /** Under which it was announced: the same again is the same transfer. Absent for a new one. */
  readonly incomingTransferId?: IncomingTransferId;
}

interface Arrival {
  readonly locked: LockedAttempt;
  readonly payment: Payment;
  readonly transfer: ArrivingTransfer;
}

/** Rows that two concurrent transfers may both try to create. */
const ONE_EACH = ['ledger_accounts_pkey', 'incoming_transfers_pkey'];

/**
 * Records a bank transfer of a payer. A reference in its text names the payment link that it pays.
 * The amount that the link does not accept is returned; money without a link, or with several, is
 * kept for an operator. Each call without an ID is a separate transfer, so a second one for the same
 * link finds it paid.
 */
@Injectable()
export class ReceiveTransfer {
  constructor(
    private readonly transactions: Transactions,
    private readonly attempts: LockedAttempts,
    private readonly transfers: IncomingTransferRepository,
    private readonly refunds: RefundsService,
    private readonly ledger: LedgerService,
    private readonly accounts: PaymentAccountsReads,
  ) {}

  execute(customerAppId: CustomerAppId, transfer: ArrivingTransfer): Promise<IncomingTransfer> {
    const work = async (tx: AppTx): Promise<IncomingTransfer> => {
      const { incomingTransferId: id } = transfer;
      const [known] = id ? await this.transfers.findAll(tx, [id]) : [];
      if (known) return known;
      const locked = await this.lock(tx, transfer);
      return locked ? this.receive(tx, locked, transfer) : this.keep(tx, transfer);
    };
    return this.transactions.forApp(customerAppId, work, { retryOn: ONE_EACH });
  }

  /** An ID for a transfer that is about to arrive; refuses what would be refused then. */
  announce(customerAppId: CustomerAppId, transfer: ArrivingTransfer): Promise<IncomingTransferId> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.lock(tx, transfer);
      const { currency } = transfer;
      if (locked?.payment) await this.accountOf(tx, { payment: locked.payment, currency });
      else firstOf(await this.receivers(tx, currency), currency);
      return newId<IncomingTransferId>(tx.systemNow);
    });
  }

  private async lock(tx: AppTx, { reference }: ArrivingTransfer): Promise<LockedAttempt | null> {
    const named = transferReferencesIn(reference ?? '');
    return named.length === 0 ? null : this.attempts.lockOfTransfer(tx, named);
  }

  /** For a link under lock, in the caller's transaction, which it ends. */
  async receive(
    tx: AppTx,
    locked: LockedAttempt,
    transfer: ArrivingTransfer,
  ): Promise<IncomingTransfer> {
    const { link, attempt, payment } = locked;
    if (!payment) throw new Error(`the attempt ${attempt.id} by transfer has no payment`);
    const arrival = { locked, payment, transfer };
    const rule = transferRule({ link, attempt, due: dueOf(payment) }, transfer, tx.now);
    const batch = new WriteBatch();
    const received = await this.note(tx, batch, { arrival, rule });
    if (!rule.pays) {
      tx.write(batch);
      return received;
    }
    link.receive(attempt, tx.now);
    this.attempts.save(tx, locked, {
      payment: [{ step: 'RECOGNIZE' }, { step: 'EXECUTE', report: reportOf(received) }],
      batch,
    });
    return received;
  }

  /** The transfer, with the refund of the returned amount. */
  private async note(
    tx: AppTx,
    batch: WriteBatch,
    { arrival, rule }: { readonly arrival: Arrival; readonly rule: TransferRule },
  ): Promise<IncomingTransfer> {
    const { payment, transfer } = arrival;
    const { currency } = transfer;
    const accountId = await this.accountOf(tx, { payment, currency });
    const refundId =
      rule.goesBack > 0 ? this.sendBack(tx, batch, { arrival, rule, accountId }) : null;
    const { cause } = rule;
    return this.add(tx, batch, {
      ...transfer,
      // Whatever else the payer wrote may tell who it is.
      reference: transferReference(arrival.locked.link.id),
      outcome: rule.pays ? (cause === null ? 'PAID' : 'OVERPAID') : 'RETURNED',
      cause,
      accountId,
      paymentId: payment.id,
      refundId,
    });
  }

  private sendBack(
    tx: AppTx,
    batch: WriteBatch,
    { arrival, rule, accountId }: Returning,
  ): RefundId {
    const { paymentLinkId, userId, externalUserId, metadata } = arrival.payment.snapshot;
    return this.refunds.sendBack(tx, batch, {
      paymentId: arrival.payment.id,
      attemptId: null,
      paymentLinkId,
      userId,
      externalUserId,
      recipientAccountId: accountId,
      metadata,
      amount: rule.goesBack,
      currency: arrival.transfer.currency,
      reason: rule.reason,
    });
  }

  /** The account in the payer's instructions, unless only another account has the currency. */
  private async accountOf(
    tx: AppTx,
    { payment, currency }: { readonly payment: Payment; readonly currency: string },
  ): Promise<PaymentAccountId> {
    const { recipientAccountId } = payment.snapshot;
    if (currency === payment.snapshot.currency) return recipientAccountId;
    const accounts = await this.receivers(tx, currency);
    return (
      accounts.find((accountId) => accountId === recipientAccountId) ?? firstOf(accounts, currency)
    );
  }

  private async keep(tx: AppTx, transfer: ArrivingTransfer): Promise<IncomingTransfer> {
    const { amount, currency } = transfer;
    const accountId = firstOf(await this.receivers(tx, currency), currency);
    const batch = new WriteBatch();
    await this.ledger.keepUnmatched(tx, batch, { accountId, amount, currency });
    const nothing = { outcome: 'UNMATCHED', cause: null, paymentId: null, refundId: null } as const;
    const kept = this.add(tx, batch, { ...transfer, ...nothing, accountId });
    tx.write(batch);
    return kept;
  }

  /** Accounts that take manual payments in the currency, the one to prefer first. */
  private async receivers(tx: AppTx, currency: string): Promise<PaymentAccountId[]> {
    const accounts = await this.accounts.settlementAccounts(tx);
    const live = tx.customerApp.type === 'LIVE';
    const needs = { currency, live, businessUnit: null, methodTypes: ['MANUAL'] as const };
    return accountsFor(needs, accounts).map(({ accountId }) => accountId);
  }

  private add(
    tx: AppTx,
    batch: WriteBatch,
    arrived: Omit<IncomingTransfer, 'incomingTransferId' | 'customerAppId' | 'receivedAt'> &
      Pick<ArrivingTransfer, 'incomingTransferId'>,
  ): IncomingTransfer {
    const transfer = {
      ...arrived,
      incomingTransferId: arrived.incomingTransferId ?? newId<IncomingTransferId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      receivedAt: tx.now,
    };
    this.transfers.add(batch, transfer);
    return transfer;
  }
}

interface Returning {
  readonly arrival: Arrival;
  readonly rule: TransferRule;
  readonly accountId: PaymentAccountId;
}

/** The amount that the payer must transfer. */
export function dueOf({ snapshot }: Payment): TransferredSum {
  const { amount, surchargeAmount, currency } = snapshot;
  return { amount: amount + surchargeAmount, currency };
}

function firstOf(accounts: readonly PaymentAccountId[], currency: string): PaymentAccountId {
  const [first] = accounts;
  if (first) return first;
  throw new DomainError(
    'CURRENCY_MISMATCH',
    `No settlement account accepts manual payments in ${currency}.`,
  );
}

/** The bank names the transfer, but not the account of its sender. */
function reportOf({ incomingTransferId }: { readonly incomingTransferId: IncomingTransferId }) {
  return {
    processorDetails: null,
    cardDetails: null,
    walletDetails: null,
    bank: {
      institutionId: null,
      senderAccountId: null,
      ddaReference: null,
      bankTransactionReference: incomingTransferId,
    },
  };
}
