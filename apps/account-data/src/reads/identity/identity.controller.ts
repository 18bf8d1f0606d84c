import { Controller } from '@nestjs/common';
import { IdentityResponse, type IdentityData } from '@towpath/contracts/account-data';
import { Caller, Operation } from '@towpath/http';
import { DomainError } from '@towpath/kernel';
import { byKey, PersonalDataVault } from '@towpath/persistence';
import type {
  IdentityEntry,
  RetrievedIdentity,
} from '../../banks/institution-connections/retrieved-rows.js';
import { DataOwners, type OwnedRead } from '../../retrieval/retrieved-data/data-owners.js';
import { DerivedIds } from '../../retrieval/retrieved-data/derived-ids.js';
import { SEALED } from '../../retrieval/retrieved-data/sql-store-retrieved-batch.js';

const FIND = byKey(
  `SELECT sealed FROM identities WHERE customer_app_id = $1 AND login_identity_id = $2`,
);

@Controller()
export class IdentityController {
  constructor(
    private readonly owners: DataOwners,
    private readonly vault: PersonalDataVault,
    private readonly ids: DerivedIds,
  ) {}

  @Operation('getIdentity', { response: IdentityResponse })
  get(@Caller() caller: Caller): Promise<IdentityResponse> {
    return this.owners.read(caller, ['identity'], async (owned) => {
      const { login_identity, institution } = owned;
      return { login_identity, institution, identity: await this.identityOf(owned) };
    });
  }

  private async identityOf(owned: OwnedRead): Promise<IdentityData> {
    const { tx, loginIdentityId } = owned;
    const key = (await this.vault.openAll(tx, [loginIdentityId])).get(loginIdentityId);
    const [row] = await tx.query<{ sealed: Buffer }>(FIND, [tx.customerApp.id, loginIdentityId]);
    if (!key || !row) {
      throw new DomainError('PRODUCT_NOT_AVAILABLE', 'The institution supplied no identity.');
    }
    const told = JSON.parse(key.decrypt(SEALED.identity, row.sealed)) as RetrievedIdentity;
    const views = (entries: readonly IdentityEntry[]) =>
      entries.map((entry) => this.entryView(owned, entry));
    return {
      names: views(told.names),
      addresses: views(told.addresses),
      emails: views(told.emails),
      phone_numbers: views(told.phoneNumbers),
      date_of_births: views(told.datesOfBirth),
    };
  }

  private entryView(
    { loginIdentityId }: OwnedRead,
    { raw, source, accountKeys, fields }: IdentityEntry,
  ): Record<string, unknown> {
    const accountIds = accountKeys.map((key) => this.ids.of('account', loginIdentityId, [key]));
    return { ...fields, raw, source, source_ids: [loginIdentityId], account_ids: accountIds };
  }
}
