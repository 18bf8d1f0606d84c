import { Injectable } from '@nestjs/common';
import type { CustomerAppId } from '@towpath/kernel';
import { ProcessorLedger, type ProcessorLedgerEntry } from './ports.js';

/** What the test processors believe about every payment of an app, sorted by payment. */
@Injectable()
export class ReadProcessorLedger {
  constructor(private readonly ledger: ProcessorLedger) {}

  execute(customerAppId: CustomerAppId): Promise<ProcessorLedgerEntry[]> {
    return this.ledger.read(customerAppId);
  }
}
