import { Injectable } from '@nestjs/common';
import type { IdentityData } from '@towpath/contracts/account-data';
import { DomainError } from '@towpath/kernel';
import { PersonalDataVault } from '@towpath/persistence';
import type {
  IdentityEntry,
  RetrievedIdentity,
} from '../../banks/institution-connections/retrieved-rows.js';
import { DerivedIds } from '../retrieved-data/derived-ids.js';
import { SEALED, type OwnedRead } from '../retrieved-data/owned-data.reads.js';
import { identities } from './identity.table.js';

/** What a bank knows of its user. */
@Injectable()
export class IdentityReads {
  constructor(
    private readonly vault: PersonalDataVault,
    private readonly ids: DerivedIds,
  ) {}

  async get({ tx, loginIdentityId }: OwnedRead): Promise<IdentityData> {
    const [keys, row] = await Promise.all([
      this.vault.openAll(tx, [loginIdentityId]),
      identities.find(tx, { loginIdentityId }),
    ]);
    const key = keys.get(loginIdentityId);
    if (!key || !row) {
      throw new DomainError('PRODUCT_NOT_AVAILABLE', 'The institution supplied no identity.');
    }
    const identity = JSON.parse(key.decrypt(SEALED.identity, row.sealed)) as RetrievedIdentity;
    const views = (entries: readonly IdentityEntry[]) =>
      entries.map(({ raw, source, accountKeys, fields }) => ({
        ...fields,
        raw,
        source,
        source_ids: [loginIdentityId],
        account_ids: accountKeys.map((each) => this.ids.of('account', loginIdentityId, [each])),
      }));
    return {
      names: views(identity.names),
      addresses: views(identity.addresses),
      emails: views(identity.emails),
      phone_numbers: views(identity.phoneNumbers),
      date_of_births: views(identity.datesOfBirth),
    };
  }
}
