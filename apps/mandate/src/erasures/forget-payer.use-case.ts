import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { PayerTraces } from './ports.js';

/** Forgets the person behind a payment user, in the caller's transaction. Mandates stay as they are. */
@Injectable()
export class ForgetPayer {
  static readonly errors = [] as const;

  constructor(private readonly traces: PayerTraces) {}

  execute(tx: AppTx, userId: PaymentUserId): Promise<void> {
    return this.traces.erase(tx, userId);
  }
}
