import { Injectable } from '@nestjs/common';
import { clockOf, notSimulated } from '@towpath/http';
import { DomainError, newId, type CustomerAppId, type PaymentAccountId } from '@towpath/kernel';
import { byValues, Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import type { Payment } from '../../money/payments/payment.js';
import {
  PaymentAttemptsService,
  type LockedAttempt,
} from '../link-attempts/payment-attempts.service.js';
import { transferReference, transferReferencesIn } from './transfer-rule.js';
import {
  incomingTransfers,
  type IncomingTransfer,
  type IncomingTransferId,
} from './incoming-transfer.table.js';
import { recognizerOf, type PersonTraces } from './text-about-person.js';
import { transferRule, type TransferredSum, type TransferRule } from './transfer-rule.js';
import { PaymentAccountsReads } from '../../parties/payment-accounts/payment-accounts.reads.js';
import { accountsFor } from '../../parties/payment-accounts/settlement-account.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { RefundsService } from '../../money/refunds/refunds.service.js';

/** Money that arrives at the bank. Amount: minor units. */
export interface ArrivingTransfer extends TransferredSum {
  /** The payer's text; null if there is none. */
  readonly reference: string | null;
  /** Under which it was announced: the same again is the same transfer. Absent for a new one. */
  readonly incomingTransferId?: IncomingTransferId;
}

/** What became of a transfer. */
type DecidedTransfer = Pick<
  IncomingTransfer,
  'reference' | 'outcome' | 'cause' | 'accountId' | 'paymentId' | 'refundId'
>;

/** Rows that two concurrent transfers may both try to create. */
const ONE_EACH = ['ledger_accounts_pkey', 'incoming_transfers_pkey'];
const PAGE = 1_000;

/**
 * Bank transfers of payers. A reference in the text of a transfer names the payment link that it
 * pays. The amount that the link does not accept is returned; money without a link, or with several,
 * is kept for an operator.
 */
@Injectable()
export class ManualTransfersService {
  constructor(
    private readonly db: Transactions,
    private readonly attempts: PaymentAttemptsService,
    private readonly refunds: RefundsService,
    private readonly ledger: LedgerService,
    private readonly accounts: PaymentAccountsReads,
  ) {}

  /**
   * Records a transfer. Each call without an ID is a separate one, so a second one for the same link
   * finds it paid.
   */
  receive(app: CustomerAppId, transfer: ArrivingTransfer): Promise<IncomingTransfer> {
    const { incomingTransferId } = transfer;
    const work = async (tx: AppTx): Promise<IncomingTransfer> => {
      const known =
        incomingTransferId && (await incomingTransfers.find(tx, { incomingTransferId }));
      if (known) return known;
      const locked = await this.lock(tx, transfer);
      return locked ? this.take(tx, locked, transfer) : this.keep(tx, transfer);
    };
    return this.db.forApp(app, work, { retryOn: ONE_EACH });
  }

  /**
   * An ID for a simulated transfer that is about to arrive; refuses what would be refused then, and
   * one to an account at a real bank.
   */
  announce(app: CustomerAppId, transfer: ArrivingTransfer): Promise<IncomingTransferId> {
    return this.db.forApp(app, async (tx) => {
      const locked = await this.lock(tx, transfer);
      const accountId = await this.accountOf(tx, transfer, locked?.payment ?? null);
      const account = (await this.accounts.byId(tx, [accountId])).get(accountId);
      const { transferConnector } = account ?? {};
      if (transferConnector && clockOf(transferConnector) === 'real') {
        throw notSimulated('account', { connector: transferConnector });
      }
      return newId<IncomingTransferId>(tx.systemNow);
    });
  }

  /**
   * Deletes the texts of transfers without a link that name the person. The text of any other
   * transfer is our own reference.
   */
  async forgetTexts(tx: AppTx, person: PersonTraces): Promise<void> {
    const isAboutPerson = recognizerOf(person);
    const app = tx.customerApp.id;
    let after: IncomingTransferId | null = null;
    for (;;) {
      const page: { readonly id: IncomingTransferId; readonly text: string }[] = await tx.query(
        byValues(`SELECT incoming_transfer_id AS id, reference AS text FROM incoming_transfers
         WHERE customer_app_id = $1 AND outcome = 'UNMATCHED' AND reference IS NOT NULL
           AND ($2::text IS NULL OR incoming_transfer_id > $2)
         ORDER BY incoming_transfer_id LIMIT $3`),
        [app, after, PAGE],
      );
      const ids = page.filter(({ text }) => isAboutPerson(text)).map(({ id }) => id);
      if (ids.length > 0) {
        await tx.query(
          byValues(`UPDATE incoming_transfers SET reference = NULL
           WHERE customer_app_id = $1 AND incoming_transfer_id = ANY ($2)`),
          [app, ids],
        );
      }
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last.id;
    }
  }

  private async lock(tx: AppTx, { reference }: ArrivingTransfer): Promise<LockedAttempt | null> {
    const named = transferReferencesIn(reference ?? '');
    return named.length === 0 ? null : this.attempts.lockOfTransfer(tx, named);
  }

  /** The link takes the transfer, or it goes back. */
  private async take(
    tx: AppTx,
    locked: LockedAttempt,
    transfer: ArrivingTransfer,
  ): Promise<IncomingTransfer> {
    const batch = new WriteBatch();
    const taken = await this.decide(tx, batch, { locked, transfer });
    const received = add(tx, batch, { ...transfer, ...taken });
    this.save(tx, batch, { locked, received });
    return received;
  }

  /** What becomes of a transfer for a locked link. The batch has the refund of what goes back. */
  async decide(
    tx: AppTx,
    batch: WriteBatch,
    { locked, transfer }: { readonly locked: LockedAttempt; readonly transfer: TransferredSum },
  ): Promise<DecidedTransfer> {
    const { link } = locked;
    const payment = paymentOf(locked);
    const { pays, cause, goesBack, reason } = ruleFor(tx, locked, transfer);
    const accountId = await this.accountOf(tx, transfer, payment);
    const { paymentLinkId, userId, externalUserId, metadata } = payment.snapshot;
    const refundId =
      goesBack === 0
        ? null
        : this.refunds.sendBack(tx, batch, {
            paymentId: payment.id,
            attemptId: null,
            paymentLinkId,
            userId,
            externalUserId,
            recipientAccountId: accountId,
            metadata,
            amount: goesBack,
            currency: transfer.currency,
            reason,
          });
    return {
      // The other words of the payer may say who it is.
      reference: transferReference(link.id),
      outcome: pays ? (cause === null ? 'PAID' : 'OVERPAID') : 'RETURNED',
      cause,
      accountId,
      paymentId: payment.id,
      refundId,
    };
  }

  /** Writes the batch with the row of a decided transfer, and with it what it pays. */
  save(
    tx: AppTx,
    batch: WriteBatch,
    { locked, received }: { readonly locked: LockedAttempt; readonly received: IncomingTransfer },
  ): void {
    if (received.outcome === 'RETURNED') {
      tx.write(batch);
      return;
    }
    locked.link.receive(locked.attempt, tx.now);
    this.attempts.save(tx, locked, {
      payment: [{ step: 'RECOGNIZE' }, { step: 'EXECUTE', report: reportOf(received) }],
      batch,
    });
  }

  private async keep(tx: AppTx, transfer: ArrivingTransfer): Promise<IncomingTransfer> {
    const { amount, currency } = transfer;
    const accountId = await this.accountOf(tx, transfer, null);
    const batch = new WriteBatch();
    await this.ledger.keepUnmatched(tx, batch, { accountId, amount, currency });
    const nothing = { outcome: 'UNMATCHED', cause: null, paymentId: null, refundId: null } as const;
    const kept = add(tx, batch, { ...transfer, ...nothing, accountId });
    tx.write(batch);
    return kept;
  }

  /**
   * The account in the payer's instructions, unless only another account takes manual payments in the
   * currency; without a payment, the account to prefer.
   */
  private async accountOf(
    tx: AppTx,
    { currency }: TransferredSum,
    payment: Payment | null,
  ): Promise<PaymentAccountId> {
    const named = payment?.snapshot;
    if (currency === named?.currency) return named.recipientAccountId;
    const accounts = await this.accounts.settlementAccounts(tx);
    const live = tx.customerApp.type === 'LIVE';
    const needs = { currency, live, businessUnit: null, methodTypes: ['MANUAL'] as const };
    const taking = accountsFor(needs, accounts);
    const account =
      taking.find(({ accountId }) => accountId === named?.recipientAccountId) ?? taking[0];
    if (account) return account.accountId;
    throw new DomainError(
      'CURRENCY_MISMATCH',
      `No settlement account accepts manual payments in ${currency}.`,
    );
  }
}

/** What the link makes of the transfer now. */
export function ruleFor(
  { now }: AppTx,
  locked: LockedAttempt,
  transfer: TransferredSum,
): TransferRule {
  const { link, attempt } = locked;
  return transferRule({ link, attempt, due: dueOf(paymentOf(locked)) }, transfer, now);
}

function paymentOf({ payment, attempt }: LockedAttempt): Payment {
  if (payment) return payment;
  throw new Error(`the attempt ${attempt.id} by transfer has no payment`);
}

export function dueOf({ snapshot }: Payment): TransferredSum {
  const { amount, surchargeAmount, currency } = snapshot;
  return { amount: amount + surchargeAmount, currency };
}

function add(
  tx: AppTx,
  batch: WriteBatch,
  arrived: TransferredSum & DecidedTransfer & Pick<ArrivingTransfer, 'incomingTransferId'>,
): IncomingTransfer {
  const transfer = {
    ...arrived,
    incomingTransferId: arrived.incomingTransferId ?? newId<IncomingTransferId>(tx.systemNow),
    customerAppId: tx.customerApp.id,
    receivedAt: tx.now,
    decidedAt: null,
    actionId: null,
  };
  incomingTransfers.insert(batch, transfer);
  return transfer;
}

/** The bank names the transfer, but not the account of its sender. */
function reportOf({ incomingTransferId }: IncomingTransfer) {
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
