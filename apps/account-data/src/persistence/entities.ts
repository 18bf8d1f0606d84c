import type { EntityClass } from '@towpath/persistence';
import { LinkConsentEntity } from '../consents/link-consent.entity.js';
import { LoginCredentialEntity } from '../credentials/login-credential.entity.js';
import { HostedLinkEntity } from '../hosted/persistence/hosted-link.entity.js';
import { LinkJobEntity } from '../link-jobs/link-job.entity.js';
import { LinkKeyDistrustEntity, LinkKeyEntity } from '../link-keys/link-key.entities.js';
import {
  LoginIdentityEntity,
  LoginIdentityStateChangeEntity,
} from '../login-identities/persistence/login-identity.entity.js';
import { retrievedDataEntities } from '../retrieved-data/persistence/retrieved-data.entities.js';

/** Every table of this service, for the drift check. */
export const entities: readonly EntityClass[] = [
  LoginIdentityEntity,
  LoginIdentityStateChangeEntity,
  ...retrievedDataEntities,
  LinkKeyEntity,
  LinkKeyDistrustEntity,
  LinkConsentEntity,
  LoginCredentialEntity,
  LinkJobEntity,
  HostedLinkEntity,
];
