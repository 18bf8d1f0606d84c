import { Injectable } from '@nestjs/common';
import { newId, type Id } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { LoginIdentity } from '../login-identities/domain/login-identity.js';

/** What the user read; null when the customer app collected the consent in its own words. */
export interface ConsentText {
  readonly version: string;
  readonly language: string;
  readonly sha256: string;
}

/** Keeps the proof of a consent: append-only, in the write that begins the session. */
@Injectable()
export class LinkConsents {
  add(
    tx: AppTx,
    batch: WriteBatch,
    given: { readonly identity: LoginIdentity; readonly text: ConsentText | null },
  ): void {
    const { snapshot } = given.identity;
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
      products: snapshot.products,
      stores_credentials: snapshot.storesCredentials,
      automatic_refresh: snapshot.automaticRefresh,
      institution_id: snapshot.institutionId,
      recorded_at: tx.systemNow,
    });
  }
}
