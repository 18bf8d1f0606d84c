import { Injectable } from '@nestjs/common';
import { PeerUnavailable } from '@towpath/http';
import { DomainError, type CustomerAppId, type PaymentId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { MandateDirectoryService } from '../../debit/mandate-directory/mandate-directory.service.js';
import type { Bill } from '../../money/bills/bill.js';
import type { BillSnapshot } from '../../money/bills/bill.table.js';
import { BillsService } from '../../money/bills/bills.service.js';
import { MandateMethodsReads } from '../../debit/mandate-methods/mandate-methods.reads.js';
import { MandatePaymentsService } from '../../debit/mandate-payments/mandate-payments.service.js';

interface MandateOrder {
  readonly paymentId: PaymentId;
  readonly bill: BillSnapshot;
  /** Minor units that the bill's payments leave to be paid. */
  readonly missing: number;
}

/** Commands on bills that mandates pay: the newest that the payer stored for charges without them. */
@Injectable()
export class MandateAutopayService {
  constructor(
    private readonly db: Transactions,
    private readonly bills: BillsService,
    private readonly directory: MandateDirectoryService,
    private readonly mandates: MandateMethodsReads,
    private readonly mandatePayments: MandatePaymentsService,
  ) {}

  /** Under the same payment ID it charges once. A service that is down is asked again later. */
  async pay(customerAppId: CustomerAppId, order: MandateOrder): Promise<void> {
    const { paymentId, bill } = order;
    let end: (bill: Bill, now: Date) => void = (each) => each.endAutopay();
    try {
      await this.chargeFirst(customerAppId, order);
    } catch (error) {
      if (error instanceof PeerUnavailable) return;
      if (!(error instanceof DomainError)) throw error;
      const { code, explanation } = error;
      end = (each, now) => each.fail({ code, explanation }, now);
    }
    await this.db.forApp(customerAppId, (tx) =>
      this.bills.move(tx, bill.billId, async (each) => {
        if (each.snapshot.autopayPaymentId === paymentId && each.isOpen) end(each, tx.now);
      }),
    );
  }

  private async chargeFirst(
    customerAppId: CustomerAppId,
    { paymentId, bill, missing }: MandateOrder,
  ): Promise<void> {
    const known = await this.directory.read(customerAppId, { userId: bill.userId });
    const mandate = await this.db.forApp(customerAppId, async (tx) => {
      for (const each of await this.mandates.stored(tx, known)) {
        if (each.status !== 'SUCCEEDED') continue;
        if ((await this.mandates.chargeableBy(tx, each)) !== 'PAYER') return each;
      }
      return null;
    });
    if (!mandate) return;
    const named = { paymentMethodId: mandate.payment_method_id };
    await this.mandatePayments.charge(customerAppId, named, {
      ...orderOfBill(bill, missing),
      paymentId,
    });
  }
}

/**
 * The payment order of a bill; its reference makes the payment one of the bill.
 *
 * @param amount what its payments leave to be paid, minor units
 */
export function orderOfBill(bill: BillSnapshot, amount: number) {
  return {
    amount,
    currency: bill.currency,
    description: bill.description,
    externalTransactionReference: bill.referenceId,
    transactionReferenceId: null,
    recurringPaymentMode: null,
    metadata: bill.metadata,
  };
}
