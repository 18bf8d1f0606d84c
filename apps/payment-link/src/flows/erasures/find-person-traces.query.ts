import { Injectable } from '@nestjs/common';
import type { PaymentUserId } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import type { PersonTraces } from '../../links/manual-transfers/domain/text-about-person.js';
import { FindSenderNames } from '../../links/payment-links/find-sender-names.query.js';
import { FindAccountHolders } from '../../parties/payment-accounts/find-account-holders.query.js';
import { LockPaymentUser } from '../../parties/payment-users/lock-payment-user.use-case.js';

/** Collects what may name a payment user in texts, before the key of the user is destroyed. */
@Injectable()
export class FindPersonTraces {
  constructor(
    private readonly lockPaymentUser: LockPaymentUser,
    private readonly findSenderNames: FindSenderNames,
    private readonly findAccountHolders: FindAccountHolders,
  ) {}

  /** Nothing of an erased user. Locks the user, so that no account or name is added meanwhile. */
  async execute(tx: AppTx, userId: PaymentUserId): Promise<PersonTraces> {
    const { snapshot } = await this.lockPaymentUser.execute(tx, userId);
    const { name, email, userDetails, formerNames = [] } = snapshot.personal;
    const details = userDetails?.flatMap(({ values = [] }) => values) ?? [];
    const senders = await this.findSenderNames.execute(tx, userId);
    const holders = await this.findAccountHolders.execute(tx, userId);
    return {
      names: [
        ...[name, email].filter((each) => each !== null),
        ...formerNames,
        ...details,
        ...senders,
        ...holders.map((holder) => holder.name),
      ],
      accountNumbers: holders.map(({ number }) => number?.number ?? ''),
    };
  }
}
