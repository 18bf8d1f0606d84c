import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';

/**
 * Deletes the billing system's data about the payer, and the hashes by which links recognize repeated
 * requests. The hashes cover the name of the payer: after an erasure they must not confirm a guess.
 */
@Injectable()
export class ForgetContents {
  constructor(private readonly links: PaymentLinkRepository) {}

  execute(tx: AppTx, userId: PaymentUserId): Promise<void> {
    return this.links.forgetContents(tx, userId);
  }
}
