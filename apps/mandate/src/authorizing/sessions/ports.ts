import type { CustomerAppId, Id, MandateId } from '@towpath/kernel';
import type { AppTx, WriteBatch } from '@towpath/persistence';

export type MandateSessionId = Id<'MandateSession'>;

/** Offer, appearance and return address of a session's page. Empty lists: any. */
export interface Customizations {
  readonly language: 'en' | 'vi' | 'zh' | 'ko';
  readonly ui_mode: 'iframe' | 'redirect' | 'auto_redirect' | 'standalone';
  readonly redirect_uri: string | null;
  readonly countries: readonly string[];
  readonly user_types: readonly string[];
  readonly products: readonly string[];
  readonly statuses: readonly string[];
  readonly tags: readonly string[];
  /** Country of the payment link; sessions of mandate links use `countries`. Absent: unknown. */
  readonly country?: string | null;
  /** Steps inside the page of a payment link. */
  readonly in_payment_page: boolean;
}

export interface MandateSession {
  readonly sessionId: MandateSessionId;
  readonly customerAppId: CustomerAppId;
  readonly mandateId: MandateId;
  /** The owner of the user interface. */
  readonly usedBy: 'CUSTOMER_APP' | 'SERVICE_LINK';
  readonly customizations: Customizations;
  /** Real time; null where no link opens it. */
  readonly opensUntil: Date | null;
}

export abstract class MandateSessionRepository {
  abstract add(batch: WriteBatch, session: MandateSession, at: Date): void;
  abstract find(tx: AppTx, sessionId: MandateSessionId): Promise<MandateSession | null>;
  /** False when it was opened before, or may no longer be. */
  abstract open(tx: AppTx, sessionId: MandateSessionId): Promise<boolean>;
}

export interface MintedSession extends Pick<
  MandateSession,
  'customerAppId' | 'mandateId' | 'sessionId'
> {
  /** Unix seconds; of a session that goes on. */
  readonly sessionBeganAt?: number;
}

/** Configuration of sessions. */
export class PublicAddresses {
  readonly apiUrl: string;
  readonly pagesUrl: string;
}
