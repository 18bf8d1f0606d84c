import { Injectable } from '@nestjs/common';
import type { SenderAccount } from '@towpath/contracts/payment-link';
import { KeyedHash } from '@towpath/persistence';
import { shownNumber, type ExternalAccount } from './domain/external-account.js';

/** The paying account beside a mandate: the holder as a token, the number masked. */
@Injectable()
export class SenderAccountView {
  constructor(private readonly hash: KeyedHash) {}

  body(account: ExternalAccount): SenderAccount {
    const { customerAppId, holder } = account;
    const shown = holder && shownNumber(holder);
    return {
      account_id: account.accountId,
      account_type: 'EXTERNAL_ACCOUNT',
      user_id: account.userId,
      institution_id: account.institutionId,
      accountholder_name: holder
        ? this.hash.tokenize({ customerAppId, value: holder.name })
        : undefined,
      account_number_masked: shown ?? undefined,
      metadata: account.metadata ?? undefined,
    };
  }

  /** For the bank and permitted callers: the number as the payer entered it. */
  plaintext(account: ExternalAccount): SenderAccount {
    const { holder } = account;
    const body = this.body(account);
    if (!holder) return body;
    const { name, number } = holder;
    return {
      ...body,
      accountholder_name_plaintext: name,
      account_number: number
        ? { type: number.type, number: number.number, number_plaintext: number.number }
        : undefined,
    };
  }
}
