import type { CustomerAppId, Id, MandateId } from '@towpath/kernel';
import { defineTable, json, text, time, type RowOf } from '@towpath/persistence';

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

/** A session in which a mandate is authorized; its tokens contain only the ID. Real time. */
export const sessions = defineTable(
  'mandate_sessions',
  {
    customerAppId: text<CustomerAppId>(),
    sessionId: text<MandateSessionId>(),
    mandateId: text<MandateId>(),
    /** The owner of the user interface. */
    usedBy: text<'CUSTOMER_APP' | 'SERVICE_LINK'>(),
    customizations: json<Customizations>(),
    /** Until when the link of a hosted page opens the session; null if there is no link. */
    opensUntil: time().orNull(),
    openedAt: time().orNull(),
    createdAt: time(),
  },
  {
    key: ['customerAppId', 'sessionId'],
    indexes: {
      mandate_sessions_created_at: ['createdAt'],
      mandate_sessions_mandate: ['customerAppId', 'mandateId'],
    },
    foreignKeys: {
      mandate_sessions_mandate_fkey: {
        columns: ['customerAppId', 'mandateId'],
        to: 'mandates',
        onDelete: 'CASCADE',
      },
    },
  },
);

export type MandateSession = RowOf<typeof sessions>;
