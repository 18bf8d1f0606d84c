import type { EntityClass } from '@towpath/persistence';
import { linkConsents } from '../identities/consents/link-consent.table.js';
import { loginCredentials } from '../identities/credentials/login-credential.table.js';
import { HostedLinkEntity } from '../pages/hosted/persistence/hosted-link.entity.js';
import { LinkJobEntity } from '../identities/link-jobs/link-job.entity.js';
import { LinkKeyDistrustEntity, LinkKeyEntity } from '../identities/link-keys/link-key.entities.js';
import {
  loginIdentities,
  loginIdentityChanges,
} from '../identities/login-identities/login-identity.table.js';
import {
  PayloadAnswerEntity,
  UsedPayloadEntity,
} from '../identities/link-keys/used-payload.entities.js';
import { LoginGuessEntity } from '@towpath/service';
import { retrievedDataEntities } from '../retrieval/retrieved-data/retrieved-data.entities.js';

/** Every table of this service, for the drift check. */
export const entities: readonly EntityClass[] = [
  loginIdentities,
  loginIdentityChanges,
  ...retrievedDataEntities,
  LinkKeyEntity,
  LinkKeyDistrustEntity,
  UsedPayloadEntity,
  PayloadAnswerEntity,
  LoginGuessEntity,
  linkConsents,
  loginCredentials,
  LinkJobEntity,
  HostedLinkEntity,
];
