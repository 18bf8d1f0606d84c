import { Injectable } from '@nestjs/common';
import { newId, type Id } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { LoginIdentity } from '../login-identities/domain/login-identity.js';

/** The text that the user read; null if the customer app used its own words. */
export interface ConsentText {
  readonly version: string;
  readonly language: string;
  readonly sha256: string;
}

/** Stores the evidence of a consent: append-only, in the write that starts the session. */
@Injectable()
export class LinkConsents {
  add(
    tx: AppTx,
    batch: WriteBatch,
    given: { readonly identity: LoginIdentity; readonly text: ConsentText | null },
  ): void {
    const { snapshot } = given.identity;
    const agreed = snapshot.proposal ?? snapshot;
    batch.insert('link_consents', {
      customer_app_id: snapshot.customerAppId,
      consent_id: newId<Id<'LinkConsent'>>(tx.systemNow),
      login_identity_id: snapshot.loginIdentityId,
      session_id: snapshot.sessionId,
      given_at: tx.now,
      given_through: given.text ? 'SERVICE_LINK' : 'CUSTOMER_APP',
      text_version: given.text?.version ?? null,
      text_language: given.text?.language ?? null,
      text_sha256: given.text?.sha256 ?? null,
      products: agreed.products,
      stores_credentials: agreed.storesCredentials,
      automatic_refresh: agreed.automaticRefresh,
      institution_id: snapshot.institutionId,
      recorded_at: tx.systemNow,
    });
  }
}
