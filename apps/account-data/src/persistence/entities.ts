import type { EntityClass } from '@towpath/persistence';
import { LinkConsentEntity } from '../identities/consents/link-consent.entity.js';
import { LoginCredentialEntity } from '../identities/credentials/login-credential.entity.js';
import { HostedLinkEntity } from '../pages/hosted/persistence/hosted-link.entity.js';
import { LinkJobEntity } from '../identities/link-jobs/link-job.entity.js';
import { LinkKeyDistrustEntity, LinkKeyEntity } from '../identities/link-keys/link-key.entities.js';
import {
  LoginIdentityEntity,
  LoginIdentityStateChangeEntity,
} from '../identities/login-identities/persistence/login-identity.entity.js';
import {
  PayloadAnswerEntity,
  UsedPayloadEntity,
} from '../identities/link-keys/used-payload.entities.js';
import { LoginGuessEntity } from '@towpath/service';
import { retrievedDataEntities } from '../retrieval/retrieved-data/retrieved-data.entities.js';

/** Every table of this service, for the drift check. */
export const entities: readonly EntityClass[] = [
  LoginIdentityEntity,
  LoginIdentityStateChangeEntity,
  ...retrievedDataEntities,
  LinkKeyEntity,
  LinkKeyDistrustEntity,
  UsedPayloadEntity,
  PayloadAnswerEntity,
  LoginGuessEntity,
  LinkConsentEntity,
  LoginCredentialEntity,
  LinkJobEntity,
  HostedLinkEntity,
];
