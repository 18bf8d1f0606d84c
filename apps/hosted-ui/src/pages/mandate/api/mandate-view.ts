import type { ChecklistFactorType, EmbeddedError } from '@towpath/contracts';
import type {
  ChecklistFactor,
  ChecklistOption,
  HostedMandateView,
  MandateDetails,
  SubmitChecklistRequest,
} from '@towpath/contracts/mandate';

export type { LimitPeriod, MandateStatus } from '@towpath/contracts';
export type { MandateDetails } from '@towpath/contracts/mandate';

/** The answer of `GET /mandates/hosted/view`: all data of the mandate page. */
export type MandateView = Omit<HostedMandateView, 'error' | 'consent'> & {
  consent: ConsentText;
  error?: Pick<EmbeddedError, 'error_code'>;
};
/** The text that the payer agrees to. The server records it, so that the page does not change it. */
export type ConsentText = Pick<HostedMandateView['consent'], 'version' | 'language' | 'text'>;
export type TransactionLimits = NonNullable<MandateDetails['transaction_limits']>;
export type FactorType = ChecklistFactorType;
export type Factor = ChecklistFactor;
export type FactorOption = ChecklistOption;
/** Encrypted items, each part in base64. */
export type SealedChecklist = SubmitChecklistRequest;

/** One entry of an encrypted submission. */
export interface ChecklistItem {
  readonly type: FactorType;
  readonly name: string;
  readonly value: true | Readonly<Record<string, string | number>>;
  /** With a consent: the text that was shown, so that no other is recorded. */
  readonly consent_text?: { readonly version: string; readonly sha256: string };
}
