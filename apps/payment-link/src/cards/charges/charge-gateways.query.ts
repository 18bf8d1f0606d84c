import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { ChargeRepository } from './persistence/charge.repository.js';

/** Which gateway each charge without the payer was made at. */
@Injectable()
export class ChargeGateways {
  constructor(private readonly charges: ChargeRepository) {}

  execute(tx: AppTx, paymentIds: readonly PaymentId[]): Promise<ReadonlyMap<PaymentId, string>> {
    return this.charges.gatewaysOf(tx, paymentIds);
  }
}
