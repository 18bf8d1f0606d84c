import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { PersonTraces } from '../../links/manual-transfers/domain/text-about-person.js';
import { ForgetTransferTexts } from '../../links/manual-transfers/forget-transfer-texts.use-case.js';
import { ForgetContents } from '../../links/payment-links/forget-contents.use-case.js';
import { BillsService } from '../../money/bills/bills.service.js';
import { PayoutsService } from '../../money/payouts/payouts.service.js';

/** Deletes texts about an erased payment user from rows about money, which stay. */
@Injectable()
export class ErasedTextsService {
  constructor(
    private readonly forgetContents: ForgetContents,
    private readonly bills: BillsService,
    private readonly payouts: PayoutsService,
    private readonly forgetTransferTexts: ForgetTransferTexts,
  ) {}

  async forget(tx: AppTx, userId: PaymentUserId, person: PersonTraces): Promise<void> {
    await this.forgetContents.execute(tx, userId);
    await this.bills.forget(tx, userId);
    await this.payouts.forget(tx, userId);
    await this.forgetTransferTexts.execute(tx, person);
  }
}
