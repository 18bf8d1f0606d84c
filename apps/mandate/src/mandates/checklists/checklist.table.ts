import type { CustomerAppId, MandateId } from '@towpath/kernel';
import { boolean, bytes, defineTable, json, text, time, type RowOf } from '@towpath/persistence';

export type FactorType =
  | 'ACCOUNT_IDENTIFICATION'
  | 'USER_IDENTIFICATION'
  | 'ENDUSER_CONSENT'
  | 'ACCOUNTHOLDER_AUTHENTICATION';
export type LoginMethod = 'INSTITUTION_CREDENTIALS_LOGIN' | 'INSTITUTION_OAUTH_LOGIN';

/** The institution that determines the checklist. */
export interface ChosenInstitution {
  readonly institutionId: string;
  readonly name: string;
  readonly loginMethod: LoginMethod;
  /** ISO 3166 alpha-3; absent if they are not known. */
  readonly countries?: readonly string[];
}

export interface Submission {
  /** ISO 8601. */
  readonly at: string;
  readonly by: 'CUSTOMER_APP' | 'SERVICE_LINK';
}

/** The submission of a payer for a mandate's authorization. */
export const checklists = defineTable(
  'mandate_checklists',
  {
    customerAppId: text<CustomerAppId>(),
    mandateId: text<MandateId>(),
    institution: json<ChosenInstitution>().orNull(),
    submitted: json<Partial<Readonly<Record<FactorType, Submission>>>>(),
    /** The institution took user ID and password, and waits for its one-time password. */
    otpAsked: boolean(),
    /**
     * Account, identity and consent, sealed under the payer's key. Null once the bank was asked or
     * the payer left.
     */
    sealed: bytes().orNull(),
    /** On the clock of the app: when a job checks that a full checklist was completed. */
    finishAt: time().orNull(),
    updatedAt: time(),
  },
  {
    key: ['customerAppId', 'mandateId'],
    foreignKeys: {
      mandate_checklists_mandate_fkey: { columns: ['customerAppId', 'mandateId'], to: 'mandates' },
    },
  },
);

export type ChecklistRow = RowOf<typeof checklists>;
