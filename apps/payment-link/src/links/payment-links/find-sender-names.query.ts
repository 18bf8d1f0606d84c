import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';

/** Names and e-mail addresses of a payment user as links were given them. */
@Injectable()
export class FindSenderNames {
  constructor(private readonly links: PaymentLinkRepository) {}

  /** None of an erased user. */
  execute(tx: AppTx, userId: PaymentUserId): Promise<string[]> {
    return this.links.senderNames(tx, userId);
  }
}
