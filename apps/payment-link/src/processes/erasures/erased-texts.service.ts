import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { PersonTraces } from '../../links/manual-transfers/text-about-person.js';
import { ManualTransfersService } from '../../links/manual-transfers/manual-transfers.service.js';
import { PaymentLinksService } from '../../links/payment-links/payment-links.service.js';
import { BillsService } from '../../money/bills/bills.service.js';
import { PayoutsService } from '../../money/payouts/payouts.service.js';

/** Deletes texts about an erased payment user from rows about money, which stay. */
@Injectable()
export class ErasedTextsService {
  constructor(
    private readonly links: PaymentLinksService,
    private readonly bills: BillsService,
    private readonly payouts: PayoutsService,
    private readonly transfers: ManualTransfersService,
  ) {}

  async forget(tx: AppTx, userId: PaymentUserId, person: PersonTraces): Promise<void> {
    await this.links.forget(tx, userId);
    await this.bills.forget(tx, userId);
    await this.payouts.forget(tx, userId);
    await this.transfers.forgetTexts(tx, person);
  }
}
