import { Injectable } from '@nestjs/common';
import type { CustomerAppId, PaymentId } from '@towpath/kernel';
import { Transactions } from '@towpath/persistence';
import {
  GatewayDialogue,
  type GatewayCall,
  type GatewayOrder,
} from '../card-gateways/gateway-dialogue.js';
import {
  LockedCharges,
  objectionTo,
  orderOf,
  sourceOf,
  type LockedCharge,
} from './locked-charge.js';
import { RecordChargeAnswer } from './charge.conversation.js';

/** Sends a committed charge to its gateway and continues as long as the gateway answers. */
@Injectable()
export class PursueCharge {
  constructor(
    private readonly transactions: Transactions,
    private readonly charges: LockedCharges,
    private readonly dialogue: GatewayDialogue,
    private readonly recordChargeAnswer: RecordChargeAnswer,
  ) {}

  /** May run again for the same charge: the gateway knows it by its reference. */
  async execute(customerAppId: CustomerAppId, paymentId: PaymentId): Promise<void> {
    const next = await this.transactions.forApp(customerAppId, async (tx) => {
      const locked = await this.charges.lock(tx, paymentId);
      return locked && { order: orderOf(locked, tx.customerApp.name), call: firstCall(locked) };
    });
    if (next) await this.talk(next.order, next.call);
  }

  /** Asks about the charge, and continues by the answer. */
  ask(order: GatewayOrder): Promise<void> {
    return this.talk(order, { ask: 'FIND' });
  }

  private talk(order: GatewayOrder, call: GatewayCall): Promise<void> {
    const { customerAppId, reference } = order.request;
    return this.dialogue.hold(order, call, (answer) =>
      this.recordChargeAnswer.execute(
        customerAppId as CustomerAppId,
        reference as PaymentId,
        answer,
      ),
    );
  }
}

function firstCall(locked: LockedCharge): GatewayCall {
  const source = sourceOf(locked);
  const isNew = locked.payment.status === 'PROCESSING' && objectionTo(locked) === null;
  return isNew && source ? { ask: 'AUTHORIZE', source } : { ask: 'FIND' };
}
