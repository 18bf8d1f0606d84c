import { Injectable } from '@nestjs/common';
import { newId, type Id } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';
import type { LoginIdentity } from '../login-identities/domain/login-identity.js';
import { linkConsents } from './link-consent.table.js';

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
    linkConsents.insert(batch, {
      customerAppId: snapshot.customerAppId,
      consentId: newId<Id<'LinkConsent'>>(tx.systemNow),
      loginIdentityId: snapshot.loginIdentityId,
      sessionId: snapshot.sessionId,
      givenAt: tx.now,
      givenThrough: given.text ? 'SERVICE_LINK' : 'CUSTOMER_APP',
      textVersion: given.text?.version ?? null,
      textLanguage: given.text?.language ?? null,
      textSha256: given.text?.sha256 ?? null,
      products: agreed.products,
      storesCredentials: agreed.storesCredentials,
      automaticRefresh: agreed.automaticRefresh,
      institutionId: snapshot.institutionId,
      recordedAt: tx.systemNow,
    });
  }
}
