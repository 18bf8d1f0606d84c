import { Injectable } from '@nestjs/common';
import type { PaymentMethodResponse } from '@towpath/contracts';
import { DomainError, type CustomerAppId, type PaymentMethodId } from '@towpath/kernel';
import { Transactions, WriteBatch } from '@towpath/persistence';
import { MandateMethods } from '../../debit/mandate-methods/mandate-methods.js';
import { GetPaymentMethod } from './get-payment-method.query.js';
import { methodNotFound, parseMethodId } from './payment-method.errors.js';
import { PaymentMethodView } from './payment-method.view.js';
import { PaymentMethodRepository } from './ports.js';

/**
 * A stored method is no longer chargeable. One that still waits for its authorization is not stored
 * when that arrives: the link hears of it by the event and gives up the attempt.
 */
@Injectable()
export class CancelPaymentMethod {
  static readonly errors = ['PAYMENT_METHOD_NOT_FOUND', 'INVALID_PAYMENT_METHOD_STATUS'] as const;

  constructor(
    private readonly transactions: Transactions,
    private readonly methods: PaymentMethodRepository,
    private readonly view: PaymentMethodView,
    private readonly mandates: MandateMethods,
    private readonly getMethod: GetPaymentMethod,
  ) {}

  async execute(customerAppId: CustomerAppId, rawId: string): Promise<PaymentMethodResponse> {
    const id = parseMethodId(rawId);
    const card = await this.cancelCard(customerAppId, id);
    return card ?? this.cancelMandate(customerAppId, id);
  }

  private cancelCard(
    customerAppId: CustomerAppId,
    id: PaymentMethodId,
  ): Promise<PaymentMethodResponse | null> {
    return this.transactions.forApp(customerAppId, async (tx) => {
      const card = await this.methods.find(tx, id);
      if (!card) return null;
      card.cancel(tx.now, 'cancelled by the customer app');
      const batch = new WriteBatch();
      this.methods.save(batch, card);
      await tx.write(batch);
      const [body] = await this.view.bodies(tx, [card]);
      if (!body) throw methodNotFound();
      return body;
    });
  }

  /** Ended where it is kept, and at its bank. */
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
    const body = await this.getMethod.mandate(customerAppId, id);
    if (!body) throw methodNotFound();
    return body;
  }
}

function refused(explanation: string): DomainError {
  return new DomainError('INVALID_PAYMENT_METHOD_STATUS', explanation);
}
