import { Injectable } from '@nestjs/common';
import { Clock, newId, type Id } from '@towpath/kernel';
import {
  PersonalDataErased,
  PersonalDataVault,
  type AppTx,
  type WriteBatch,
} from '@towpath/persistence';
import type { MandateSnapshot } from '../mandates/mandate.js';
import { ConsentEvidence, type ConsentGiven, type GivenConsent } from '../mandates/ports.js';

type ConsentId = Id<'MandateConsent'>;

@Injectable()
export class SqlConsentEvidence extends ConsentEvidence {
  constructor(
    private readonly clock: Clock,
    private readonly vault: PersonalDataVault,
  ) {
    super();
  }

  override async add(
    tx: AppTx,
    batch: WriteBatch,
    { mandate, consent, at }: GivenConsent,
  ): Promise<void> {
    const { text } = consent;
    const recordedAt = this.clock.system();
    const consentId = newId<ConsentId>(recordedAt);
    batch.insert('mandate_consents', {
      customer_app_id: mandate.customerAppId,
      consent_id: consentId,
      mandate_id: mandate.mandateId,
      given_at: consent.givenAt ?? at,
      given_through: consent.givenThrough,
      text_version: text?.version ?? null,
      text_language: text?.language ?? null,
      text_sha256: text?.sha256 ?? null,
      currency: mandate.currency,
      limits: limitsOf(mandate),
      start_date: mandate.startDate,
      end_date: mandate.endDate,
      institution_id: mandate.institutionId,
      sealed_origin: await this.sealed(tx, { consentId, userId: mandate.userId, consent }),
      recorded_at: recordedAt,
    });
  }

  /** Null for an unknown origin, and for an erased payer. */
  private async sealed(
    tx: AppTx,
    of: { readonly consentId: string; readonly userId: string; readonly consent: ConsentGiven },
  ): Promise<Buffer | null> {
    const { ipAddress, userAgent } = of.consent;
    if (ipAddress === null && userAgent === null) return null;
    try {
      const key = await this.vault.keyFor(tx, of.userId);
      const text = JSON.stringify({ ipAddress, userAgent });
      return key.encrypt(originField(of.consentId), { text });
    } catch (error) {
      if (error instanceof PersonalDataErased) return null;
      throw error;
    }
  }
}

/** Contains the field and the row, so that a value moved to another consent is refused. */
function originField(consentId: string): string {
  return `mandate_consents.sealed_origin ${consentId}`;
}

/** The limits of the customer app, and the payer's own limit if there is one. */
function limitsOf({ limits, payerMaxAmount }: MandateSnapshot): object | null {
  return payerMaxAmount === null ? limits : { ...limits, payerMaxAmount };
}
