import { Injectable } from '@nestjs/common';
import { Clock, newId, type Id } from '@towpath/kernel';
import type { WriteBatch } from '@towpath/persistence';
import type { MandateSnapshot } from '../mandates/domain/mandate.js';
import { ConsentEvidence, type ConsentGiven } from '../mandates/ports.js';

type ConsentId = Id<'MandateConsent'>;

@Injectable()
export class SqlConsentEvidence extends ConsentEvidence {
  constructor(private readonly clock: Clock) {
    super();
  }

  override add(
    batch: WriteBatch,
    mandate: MandateSnapshot,
    { consent, at }: { readonly consent: ConsentGiven; readonly at: Date },
  ): void {
    const { text } = consent;
    const recordedAt = this.clock.system();
    batch.insert('mandate_consents', {
      customer_app_id: mandate.customerAppId,
      consent_id: newId<ConsentId>(recordedAt),
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
      client_address: consent.ipAddress,
      user_agent: consent.userAgent,
      recorded_at: recordedAt,
    });
  }
}

/** Those of the customer app, and the payer's own where there is one. */
function limitsOf({ limits, payerMaxAmount }: MandateSnapshot): object | null {
  return payerMaxAmount === null ? limits : { ...limits, payerMaxAmount };
}
