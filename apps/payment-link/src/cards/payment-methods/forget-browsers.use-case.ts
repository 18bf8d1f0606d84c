import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { PaymentMethodRepository } from './persistence/payment-method.repository.js';

/**
 * The cards of an erased user stay, as cancelled. This use case deletes the gateways' data about
 * the user's browsers and the aliases of card numbers. It runs in the caller's transaction, after
 * its other writes to these cards.
 */
@Injectable()
export class ForgetBrowsers {
  constructor(private readonly methods: PaymentMethodRepository) {}

  execute(tx: AppTx, userId: PaymentUserId): Promise<void> {
    return this.methods.forgetBrowsers(tx, userId);
  }
}
