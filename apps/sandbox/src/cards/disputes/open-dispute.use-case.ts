import { Injectable } from '@nestjs/common';
import { Transactions } from '@towpath/persistence';

import type { GatewayName } from '../../base/parties/gateways.js';
import { factOf, openDispute, type DisputeFact } from './domain/card-dispute.js';
import { CardDisputesRepository } from './persistence/card-disputes.repository.js';

interface AskedDispute {
  readonly gateway: GatewayName;
  readonly customerAppId: string;
  readonly paymentId: string;
  /** Minor units; the whole payment when absent. */
  readonly amount?: number | undefined;
  readonly isDefendable: boolean;
}

/** A cardholder contests a captured payment. */
@Injectable()
export class OpenDisputeUseCase {
  constructor(
    private readonly transactions: Transactions,
    private readonly disputes: CardDisputesRepository,
  ) {}

  execute(asked: AskedDispute): Promise<DisputeFact> {
    return this.transactions.asWorker(async (tx) => {
      const { authorization, now } = await this.disputes.capturedFor(tx, asked);
      const { amount = authorization.amount, isDefendable } = asked;
      const earlier = await this.disputes.countOf(tx, authorization);
      const dispute = openDispute(authorization, { amount, isDefendable, earlier, now });
      await this.disputes.save(tx, { dispute, authorization });
      return factOf(dispute, authorization);
    });
  }
}
