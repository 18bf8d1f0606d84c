import { Injectable } from '@nestjs/common';
import type { PaymentAccountResponse } from '@towpath/contracts/payment-link';
import { KeyedHash } from '@towpath/persistence';
import { shownNumber, type ExternalAccount } from './domain/external-account.js';

/** The public form of an external account: the holder as a token, the number masked. */
@Injectable()
export class ExternalAccountView {
  constructor(private readonly hash: KeyedHash) {}

  body(account: ExternalAccount): PaymentAccountResponse {
    const { customerAppId, holder, currencies } = account;
    const shown = holder && shownNumber(holder);
    return {
      account_id: account.accountId,
      account_type: 'EXTERNAL_ACCOUNT',
      customer_app_id: customerAppId,
      user_id: account.userId,
      institution_id: account.institutionId,
      accountholder_name: holder
        ? this.hash.tokenize({ customerAppId, value: holder.name })
        : undefined,
      account_number_masked: shown ?? undefined,
      currencies: currencies.length > 0 ? [...currencies] : undefined,
      metadata: account.metadata ?? undefined,
      created_at: account.createdAt.toISOString(),
      updated_at: account.updatedAt.toISOString(),
    };
  }
}
