import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { PaymentMethodRepository } from './persistence/payment-method.repository.js';

/**
 * The cards of an erased user stay, cancelled; what gateways told of the user's browsers goes, in the
 * caller's transaction and after whatever else it writes to them.
 */
@Injectable()
export class ForgetBrowsers {
  constructor(private readonly methods: PaymentMethodRepository) {}

  execute(tx: AppTx, userId: PaymentUserId): Promise<void> {
    return this.methods.forgetBrowsers(tx, userId);
  }
}
