import { Injectable } from '@nestjs/common';
import { Clock, newId, type Id, type MandateId } from '@towpath/kernel';
import {
  PersonalDataErased,
  PersonalDataVault,
  type AppTx,
  type WriteBatch,
} from '@towpath/persistence';
import { consents } from './consent.table.js';

/** Who stated the payer's consent, and its content. */
export interface ConsentGiven {
  readonly givenThrough: 'CUSTOMER_APP' | 'SERVICE_LINK';
  /** The text that the payer read; null if the customer app used its own words. */
  readonly text: {
    readonly version: string;
    readonly language: string;
    readonly sha256: string;
  } | null;
  /** Address of the sender; null if unknown. */
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /** On the app's clock; absent when it is given in the moment that authorizes the mandate. */
  readonly givenAt?: Date;
}

/** What the payer agreed to. */
interface AgreedTerms {
  readonly mandateId: MandateId;
  readonly userId: string;
  readonly currency: string;
  readonly limits: object | null;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly institutionId: string | null;
}

/** The proof of what payers agreed to. */
@Injectable()
export class ConsentsService {
  constructor(
    private readonly clock: Clock,
    private readonly vault: PersonalDataVault,
  ) {}

  /** Append-only, in the write that authorizes the mandate. */
  async add(
    tx: AppTx,
    batch: WriteBatch,
    { agreed, given }: { readonly agreed: AgreedTerms; readonly given: ConsentGiven },
  ): Promise<void> {
    const { userId, ...terms } = agreed;
    const recordedAt = this.clock.system();
    const consentId = newId<Id<'MandateConsent'>>(recordedAt);
    consents.insert(batch, {
      ...terms,
      customerAppId: tx.customerApp.id,
      consentId,
      givenAt: given.givenAt ?? tx.now,
      givenThrough: given.givenThrough,
      textVersion: given.text?.version ?? null,
      textLanguage: given.text?.language ?? null,
      textSha256: given.text?.sha256 ?? null,
      sealedOrigin: await this.sealed(tx, { consentId, userId, given }),
      recordedAt,
    });
  }

  /** Null for an unknown origin, and for an erased payer. */
  private async sealed(
    tx: AppTx,
    of: { readonly consentId: string; readonly userId: string; readonly given: ConsentGiven },
  ): Promise<Buffer | null> {
    const { ipAddress, userAgent } = of.given;
    if (ipAddress === null && userAgent === null) return null;
    try {
      const key = await this.vault.keyFor(tx, of.userId);
      const text = JSON.stringify({ ipAddress, userAgent });
      // Names the field and the row, so that a value moved to another consent is refused.
      return key.encrypt(`mandate_consents.sealed_origin ${of.consentId}`, { text });
    } catch (error) {
      if (error instanceof PersonalDataErased) return null;
      throw error;
    }
  }
}
