import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { PaymentLinkRepository } from './persistence/payment-link.repository.js';

/**
 * Links tell whether a repeated request asks for the same by a hash of all of it, the name of the payer
 * too. Of a payer who was erased it is forgotten: it must not confirm a guess.
 */
@Injectable()
export class ForgetContents {
  constructor(private readonly links: PaymentLinkRepository) {}

  execute(tx: AppTx, userId: PaymentUserId): Promise<void> {
    return this.links.forgetContents(tx, userId);
  }
}
