import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '@towpath/persistence';

import { answered, GatewayRefusal, type Done } from '../../base/parties/gateway-refusal.js';
import { collectionReferences } from './bank-references.js';
import { Collection, type CollectionRecord, type CollectionRequest } from './domain/collection.js';
import {
  BankBooksRepository,
  ONE_COLLECTION_PER_REFERENCE,
} from './persistence/bank-books.repository.js';
import { InstructionsRepository } from './persistence/instructions.repository.js';
import { assertRepeated, requestHash } from '../../base/parties/request-hash.js';

/** Collects once from the payer of a mandate. A repeat tells the same and takes nothing more. */
@Injectable()
export class Collect {
  constructor(
    private readonly transactions: Transactions,
    private readonly books: BankBooksRepository,
    private readonly instructions: InstructionsRepository,
  ) {}

  async execute(request: CollectionRequest): Promise<CollectionRecord> {
    const retryOn = [ONE_COLLECTION_PER_REFERENCE];
    const work = (tx: Tx) => this.once(tx, request);
    return answered(await this.transactions.asWorker(work, { retryOn }));
  }

  private async once(tx: Tx, request: CollectionRequest): Promise<Done<CollectionRecord>> {
    const { reference, customerAppId } = request;
    const hash = requestHash(request);
    const collection =
      (await this.known(tx, { reference, hash })) ?? (await this.submit(tx, request, hash));
    this.books.saveCollection(tx, collection);
    await this.instructions.note(tx, { kind: 'COLLECT', reference, customerAppId });
    const answerLost = collection.isNew && collection.outcome.losesAnswer === true;
    return { record: collection.record, answerLost };
  }

  private async known(
    tx: Tx,
    { reference, hash }: { reference: string; hash: string },
  ): Promise<Collection | undefined> {
    const known = await this.books.findCollection(tx, reference);
    if (known) assertRepeated(known.collection.record, hash);
    return known?.collection;
  }

  /** A mandate of another app is as unknown as none. */
  private async submit(tx: Tx, request: CollectionRequest, hash: string): Promise<Collection> {
    const found = await this.books.findMandate(tx, request.mandateReference);
    if (found?.mandate.record.customerAppId !== request.customerAppId) {
      const field = { field: 'mandate_reference' };
      throw new GatewayRefusal('unknown_mandate', 'There is no such mandate.', field);
    }
    const { mandate, now } = found;
    await this.books.saveMandate(tx, mandate);
    const issued = collectionReferences(request);
    const terms = { mandate: mandate.record, issued, requestHash: hash, now };
    return Collection.submit(request, terms);
  }
}
