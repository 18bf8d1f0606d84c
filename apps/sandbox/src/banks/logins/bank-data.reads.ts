import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { bankCustomer } from '../bank-data/bank-customer.js';
import { PRODUCT_READERS } from '../bank-data/products.js';
import { BankLoginsService } from './bank-logins.service.js';

interface ProductQuestion {
  readonly session: string;
  readonly product: string;
  readonly now: Date;
  readonly since: string | null;
  readonly after: string | null;
}

/** Real time, for each product of `user_slow`. */
const SLOW_MS = 5_000;

@Injectable()
export class BankDataReads {
  constructor(private readonly logins: BankLoginsService) {}

  /** A page of a product, with how the product ended on the last one. */
  async product({ session, product, ...asked }: ProductQuestion) {
    const known = await this.logins.openSession(session);
    if (!known) return { outcome: 'CONSENT_ENDED' };
    const { userId } = known;
    if (userId === 'user_slow' && asked.after === null) await pause(SLOW_MS);
    const reader = PRODUCT_READERS[product];
    if (!reader) return { outcome: 'NOT_SUPPORTED' };
    if (userId === 'user_empty' && product !== 'IDENTITY') return { outcome: 'NOT_FOUND' };
    if (userId === 'user_partial' && product === 'STATEMENTS') {
      return { outcome: 'RETRIEVAL_FAILED' };
    }
    const page = await reader({ ...asked, product, customer: bankCustomer(userId) });
    if (page.next !== undefined) return page;
    if (userId === 'user_partial' && product === 'IDENTITY') {
      const { name, email, account_keys } = page['identity'] as Record<string, unknown>;
      return { ...page, identity: { name, email, account_keys }, outcome: 'PARTLY' };
    }
    if (userId === 'user_empty') {
      const identity = { ...(page['identity'] as object), account_keys: [] };
      return { accounts: [], identity, outcome: 'OK' };
    }
    return { ...page, outcome: 'OK' };
  }
}
