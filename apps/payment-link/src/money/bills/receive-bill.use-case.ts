import { Injectable } from '@nestjs/common';
import type { BillResponse } from '@towpath/contracts/payment-link';
import { DomainError, newId, type BillId, type CustomerAppId } from '@towpath/kernel';
import {
  type AppTx,
  beginReading,
  type Found,
  retryOnConflict,
  Transactions,
  uniqueViolation,
  WriteBatch,
} from '@towpath/persistence';
import { EnsureSender } from '../../parties/payment-users/ensure-sender.use-case.js';
import { BillView } from './bill.view.js';
import { Bill, withoutTexts, type BillContent } from './bill.js';
import { PaymentsOfBill } from './payments-of-bill.js';
import { BillRepository } from './persistence/bill.repository.js';
import type { SourceBill } from './source-bill.js';

/** Rows that two concurrent deliveries may both try to create. */
const ONE_EACH = ['bills_source_key', 'payment_users_external_user_id_key'];

/**
 * Records a bill from an external billing system: new, changed or withdrawn. A repeat changes
 * nothing.
 */
@Injectable()
export class ReceiveBill {
  constructor(
    private readonly transactions: Transactions,
    private readonly bills: BillRepository,
    private readonly ensureSender: EnsureSender,
    private readonly payments: PaymentsOfBill,
    private readonly view: BillView,
  ) {}

  async execute(customerAppId: CustomerAppId, source: SourceBill): Promise<BillResponse> {
    const tenant = { customerApp: { id: customerAppId } };
    const { referenceId, currency, sender } = source;
    const { externalUserId } = sender;
    const lookups = {
      reservation: this.bills.reservation(tenant, { externalUserId, currency, referenceId }),
      bill: this.bills.ofSource(tenant, source),
      user: this.ensureSender.lookup(tenant, sender),
    };
    try {
      return await retryOnConflict(ONE_EACH, () =>
        beginReading(this.transactions, { customerAppId, lookups }, async (tx, found) => {
          const bill = await this.take(tx, source, found);
          const [body] = await this.view.bodies(tx, [bill]);
          if (!body) throw new Error(`bill ${bill.snapshot.billId} is not shown`);
          return body;
        }),
      );
    } catch (error) {
      if (uniqueViolation(error) !== 'bills_reference_key') throw error;
      throw new DomainError(
        'DUPLICATE_REFERENCE',
        'details.bill_reference_id belongs to another bill of the payer.',
      );
    }
  }

  private async take(tx: AppTx, source: SourceBill, found: FoundParts): Promise<Bill> {
    const batch = new WriteBatch();
    const bill = found.bill ?? this.create(tx, batch, { source, user: found.user });
    if (bill.snapshot.externalUserId !== source.sender.externalUserId) {
      throw new DomainError('INVALID_REQUEST', 'external_user_id of a bill does not change.');
    }
    if (source.isWithdrawn) bill.withdraw(tx.now);
    else if (found.bill) bill.change(await this.contentFor(tx, bill, source), tx.now);
    if (bill.changes.length === 0) return bill;
    bill.follow(await this.payments.read(tx, bill.snapshot), tx.now);
    this.bills.save(batch, bill);
    await tx.write(batch);
    return bill;
  }

  /** Ignores the source's texts about an erased payer. */
  private async contentFor(tx: AppTx, bill: Bill, source: SourceBill): Promise<BillContent> {
    const content = contentOf(source);
    if (bill.has(content)) return content;
    const isErased = await this.ensureSender.isErased(tx, bill.snapshot.userId);
    return isErased ? withoutTexts(content) : content;
  }

  private create(
    tx: AppTx,
    batch: WriteBatch,
    { source, user }: Pick<FoundParts, 'user'> & { readonly source: SourceBill },
  ): Bill {
    const { sender, integrationId, externalBillId } = source;
    const userId = this.ensureSender.execute(tx, batch, { sender, known: user });
    const identity = {
      billId: newId<BillId>(tx.systemNow),
      customerAppId: tx.customerApp.id,
      integrationId,
      externalBillId,
      userId,
      externalUserId: sender.externalUserId,
    };
    return Bill.receive(identity, contentOf(source), tx.now);
  }
}

type FoundParts = Found<{
  readonly bill: ReturnType<BillRepository['ofSource']>;
  readonly user: ReturnType<EnsureSender['lookup']>;
}>;

function contentOf(source: SourceBill): BillContent {
  const { referenceId, amount, currency, description, billDate, dueDate } = source;
  const { isAutopayEligible, extMetadata, metadata } = source;
  return {
    referenceId,
    amount,
    currency,
    description,
    billDate,
    dueDate,
    isAutopayEligible,
    extMetadata,
    metadata,
  };
}
