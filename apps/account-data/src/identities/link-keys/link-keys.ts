import { Injectable } from '@nestjs/common';
import { Encryption, Transactions } from '@towpath/persistence';
import { PublishedKeys } from '@towpath/service';
import { LINK_KEYS_KEY } from '../../persistence/key-purposes.js';

/** The keys that credentials of institutions, and answers to their actions, are encrypted to. */
@Injectable()
export class LinkKeys extends PublishedKeys {
  constructor(transactions: Transactions, encryption: Encryption) {
    const place = {
      table: 'link_keys',
      distrusts: 'link_key_distrusts',
      purpose: LINK_KEYS_KEY,
    };
    super(place, transactions, encryption);
  }
}
