import { Injectable } from '@nestjs/common';
import type { ProcessorLedgerResponse } from '@towpath/contracts';
import type { CustomerAppId } from '@towpath/kernel';
import { ProcessorLedger } from './ports.js';

/** The books of the test processors about every payment of an app, sorted by payment. */
@Injectable()
export class ProcessorLedgerReads {
  constructor(private readonly ledger: ProcessorLedger) {}

  async get(app: CustomerAppId): Promise<ProcessorLedgerResponse> {
    const entries = await this.ledger.read(app);
    return {
      payments: entries.map(({ paymentId, references, ...entry }) => ({
        payment_id: paymentId,
        references: [...references],
        ...entry,
      })),
    };
  }
}
