import { Injectable } from '@nestjs/common';
import { DomainError, parseId, type CustomerAppId } from '@towpath/kernel';
import { Transactions, WriteBatch, type AppTx } from '@towpath/persistence';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import {
  PaymentAttemptsService,
  type LockedAttempt,
} from '../link-attempts/payment-attempts.service.js';
import { linkNotFound, parseLinkId } from '../payment-links/payment-link.js';
import { PaymentLinksService } from '../payment-links/payment-links.service.js';
import {
  incomingTransfers,
  type IncomingTransfer,
  type IncomingTransferId,
} from './incoming-transfer.table.js';
import { dueOf, ManualTransfersService, ruleFor } from './manual-transfers.service.js';
import { transferReference, type TransferRule } from './transfer-rule.js';

interface AskedTransfer {
  readonly incomingTransferId: string;
  readonly paymentLinkId: string;
}

/** An operator's decision about a transfer. */
interface Decided {
  readonly incomingTransferId: string;
  /** The same one once. */
  readonly actionId: string;
}

/** An unmatched transfer, and the link that an operator would give it to. */
export interface WeighedTransfer {
  readonly transfer: IncomingTransfer;
  readonly link: { readonly status: string; readonly version: number };
  readonly rule: TransferRule;
}

/** What operators decide about money that names no payment link. */
@Injectable()
export class UnmatchedTransfersService {
  constructor(
    private readonly db: Transactions,
    private readonly attempts: PaymentAttemptsService,
    private readonly links: PaymentLinksService,
    private readonly transfers: ManualTransfersService,
    private readonly ledger: LedgerService,
  ) {}

  find(app: CustomerAppId, rawId: string): Promise<IncomingTransfer> {
    return this.db.forApp(app, (tx) => found(tx, rawId), { readOnly: true });
  }

  /** What would become of it. Refuses what `assign` refuses. */
  weigh(app: CustomerAppId, asked: AskedTransfer): Promise<WeighedTransfer> {
    return this.db.forApp(app, async (tx) => {
      const locked = await this.lockLink(tx, asked.paymentLinkId);
      const transfer = await found(tx, asked.incomingTransferId);
      assertFits(transfer, locked);
      const { status, version } = locked.link.snapshot;
      return { transfer, link: { status, version }, rule: ruleFor(tx, locked, transfer) };
    });
  }

  /** It is taken as if its text had named the link: it pays the link, or goes back by the same rules. */
  assign(app: CustomerAppId, given: Decided & AskedTransfer) {
    return this.db.forApp(app, async (tx): Promise<IncomingTransfer> => {
      const { actionId } = given;
      const locked = await this.lockLink(tx, given.paymentLinkId);
      const transfer = await found(tx, given.incomingTransferId, 'lock');
      if (transfer.actionId === actionId) return transfer;
      assertFits(transfer, locked);
      const batch = new WriteBatch();
      const taken = await this.transfers.decide(tx, batch, { locked, transfer });
      const { paymentId, refundId, outcome } = taken;
      const to = outcome === 'RETURNED' ? { paymentId, refundId } : { paymentId };
      this.ledger.releaseUnmatched(tx, batch, { money: transfer, to });
      const received = { ...transfer, ...taken, decidedAt: tx.now, actionId };
      incomingTransfers.update(batch, received, { outcome: 'UNMATCHED' });
      this.transfers.save(tx, batch, { locked, received });
      return received;
    });
  }

  /** Nobody is found: its bank sends it back, as it does with transfers that a link does not take. */
  sendBack(app: CustomerAppId, { incomingTransferId, actionId }: Decided) {
    return this.db.forApp(app, async (tx): Promise<IncomingTransfer> => {
      const transfer = await found(tx, incomingTransferId, 'lock');
      if (transfer.actionId === actionId) return transfer;
      assertUnmatched(transfer);
      const batch = new WriteBatch();
      this.ledger.releaseUnmatched(tx, batch, { money: transfer });
      const decision = { outcome: 'RETURNED', cause: 'NO_OWNER', reference: null } as const;
      const returned = { ...transfer, ...decision, decidedAt: tx.now, actionId };
      incomingTransfers.update(batch, returned, { outcome: 'UNMATCHED' });
      tx.write(batch);
      return returned;
    });
  }

  /** The link with its newest attempt by transfer, as a transfer that names it finds it. */
  private async lockLink(tx: AppTx, rawLinkId: string): Promise<LockedAttempt> {
    const linkId = parseLinkId(rawLinkId);
    const locked = await this.attempts.lockOfTransfer(tx, [transferReference(linkId)]);
    if (locked?.link.id === linkId) return locked;
    if (locked) throw linkNotFound();
    await this.links.lock(tx, linkId);
    const explanation = 'The payer has not chosen the bank transfer on this payment link.';
    throw new DomainError('INVALID_REQUEST', explanation);
  }
}

async function found(tx: AppTx, rawId: string, lock?: 'lock'): Promise<IncomingTransfer> {
  const incomingTransferId = parseId<IncomingTransferId>(rawId);
  const by = incomingTransferId && { incomingTransferId };
  const transfer =
    by && (await (lock ? incomingTransfers.lock(tx, by) : incomingTransfers.find(tx, by)));
  if (transfer) return transfer;
  throw new DomainError('ROUTE_NOT_FOUND', 'No incoming transfer of this app has this ID.');
}

export function assertUnmatched({ outcome }: IncomingTransfer): void {
  if (outcome === 'UNMATCHED') return;
  throw new DomainError('INVALID_REQUEST', `The transfer is ${outcome}, not UNMATCHED.`);
}

function assertFits(transfer: IncomingTransfer, { payment }: LockedAttempt): void {
  assertUnmatched(transfer);
  const due = payment && dueOf(payment);
  if (due?.currency === transfer.currency) return;
  throw new DomainError(
    'CURRENCY_MISMATCH',
    `The transfer is in ${transfer.currency}, the payment link in ${due?.currency ?? 'none'}.`,
  );
}
