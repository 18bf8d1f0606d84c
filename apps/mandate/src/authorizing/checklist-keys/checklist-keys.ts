import { Injectable } from '@nestjs/common';
import { Encryption, Transactions } from '@towpath/persistence';
import { PublishedKeys } from '@towpath/service';
import { CHECKLIST_KEYS_KEY } from '../../persistence/key-purposes.js';

/** The keys that payers encrypt checklist items to. */
@Injectable()
export class ChecklistKeys extends PublishedKeys {
  constructor(transactions: Transactions, encryption: Encryption) {
    const place = {
      table: 'checklist_keys',
      distrusts: 'checklist_key_distrusts',
      purpose: CHECKLIST_KEYS_KEY,
    };
    super(place, transactions, encryption);
  }
}
