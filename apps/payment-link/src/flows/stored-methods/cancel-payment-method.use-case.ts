import { Injectable } from '@nestjs/common';
import type { PaymentMethodResponse } from '@towpath/contracts/payment-link';
import { DomainError, type CustomerAppId, type PaymentMethodId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import { methodNotFound, parseMethodId } from '../../cards/payment-methods/stored-cards.reads.js';
import { MandateMethods } from '../../debit/mandate-methods/mandate-methods.js';
import { ReadMandateMethod } from '../../debit/mandate-methods/read-mandate-method.query.js';
import { StoredCardsService } from '../../cards/payment-methods/stored-cards.service.js';

/** A stored method is no longer chargeable: a card here, a mandate at its service and bank. */
@Injectable()
export class CancelPaymentMethod {
  constructor(
    private readonly transactions: Transactions,
    private readonly storedCards: StoredCardsService,
    private readonly mandates: MandateMethods,
    private readonly readMandateMethod: ReadMandateMethod,
  ) {}

  async execute(customerAppId: CustomerAppId, rawId: string): Promise<PaymentMethodResponse> {
    const id = parseMethodId(rawId);
    const card = await this.storedCards.cancel(customerAppId, id);
    return card ?? this.cancelMandate(customerAppId, id);
  }

  /** Ends the mandate in mandate and at its bank. */
  private async cancelMandate(
    customerAppId: CustomerAppId,
    id: PaymentMethodId,
  ): Promise<PaymentMethodResponse> {
    const kept = await this.mandates.find(customerAppId, id);
    const [mandate] = await this.transactions.forApp(customerAppId, (tx) =>
      this.mandates.stored(tx, kept ? [kept] : []),
    );
    if (!mandate) throw methodNotFound();
    if (mandate.status === 'CANCELLED') throw refused('The mandate is CANCELLED already.');
    try {
      await this.mandates.cancel(customerAppId, mandate);
    } catch (error) {
      const isRefused = error instanceof DomainError && error.code === 'INVALID_MANDATE_STATUS';
      if (!isRefused) throw error;
      throw refused(error.explanation);
    }
    const body = await this.readMandateMethod.execute(customerAppId, id);
    if (!body) throw methodNotFound();
    return body;
  }
}

function refused(explanation: string): DomainError {
  return new DomainError('INVALID_PAYMENT_METHOD_STATUS', explanation);
}
