import type { ChecklistFactorType, EmbeddedError } from '@towpath/contracts';
import type { HostedMandateView } from '@towpath/contracts/mandate';

export type {
  ChecklistFactorType as FactorType,
  LimitPeriod,
  MandateStatus,
} from '@towpath/contracts';
export type {
  ChecklistFactor as Factor,
  ChecklistOption as FactorOption,
  MandateDetails,
  SubmitChecklistRequest as SealedChecklist,
} from '@towpath/contracts/mandate';

/** The answer of `GET /mandates/hosted/view`: all data of the mandate page. */
export type MandateView = Omit<HostedMandateView, 'error' | 'consent'> & {
  consent: ConsentText;
  error?: Pick<EmbeddedError, 'error_code'>;
};
/** The text that the payer agrees to. The server records it, so that the page does not change it. */
export type ConsentText = Pick<HostedMandateView['consent'], 'version' | 'language' | 'text'>;

/** One entry of an encrypted submission. */
export interface ChecklistItem {
  readonly type: ChecklistFactorType;
  readonly name: string;
  readonly value: true | Readonly<Record<string, string | number>>;
  /** With a consent: the text that was shown, so that no other is recorded. */
  readonly consent_text?: { readonly version: string; readonly sha256: string };
}
