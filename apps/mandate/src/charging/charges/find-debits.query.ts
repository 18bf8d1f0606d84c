import { Injectable } from '@nestjs/common';
import type { PaymentId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { MandateRepository } from '../../mandates/mandates/ports.js';
import type { DirectDebit } from './domain/direct-debit.js';
import { DirectDebitRepository } from './persistence/direct-debit.repository.js';
import type { CollectedPage } from './ports.js';

/** The bank of charges and the type of apps; charges of test and live apps are separate. */
interface DebitPlace {
  readonly appType: 'TEST' | 'LIVE';
  readonly integrationId: string;
}

/** Direct debits at a bank, for reconciliation with its books. */
@Injectable()
export class FindDebits {
  constructor(
    private readonly debits: DirectDebitRepository,
    private readonly mandates: MandateRepository,
  ) {}

  /** Without those that we do not have, or have at another bank. */
  async execute(
    tx: AppTx,
    { appType, integrationId }: DebitPlace,
    paymentIds: readonly PaymentId[],
  ): Promise<DirectDebit[]> {
    if (paymentIds.length === 0) return [];
    const found = await this.debits.findAll(tx, paymentIds);
    const mandateIds = [...new Set(found.map(({ snapshot }) => snapshot.mandateId))];
    const mandates = await this.mandates.named(tx, { mandateIds });
    const inPlace = new Set(
      mandates
        .filter(({ snapshot }) => snapshot.live === (appType === 'LIVE'))
        .map(({ snapshot }) => snapshot.mandateId),
    );
    return found.filter(
      ({ snapshot }) => snapshot.integrationId === integrationId && inPlace.has(snapshot.mandateId),
    );
  }

  collectedBetween(tx: AppTx, integrationId: string, page: CollectedPage): Promise<PaymentId[]> {
    return this.debits.collectedBetween(tx, integrationId, page);
  }
}
