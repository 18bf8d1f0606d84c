import type {
  EmbeddedError,
  Institution,
  InstitutionLoginField,
  InstitutionLoginMethod,
} from '@towpath/contracts';
import type {
  HostedLinkConsent,
  HostedLinkResult,
  HostedLinkView,
  StartHostedLoginRequest,
} from '@towpath/contracts/account-data';

export type { ActionField, ActionMessage } from '@towpath/contracts';
export type {
  EncryptedPayload,
  LinkAction,
  ProductStatuses,
} from '@towpath/contracts/account-data';

/** The answer of `GET /link/hosted/view`: all data of the link page. */
export type LinkView = Omit<HostedLinkView, 'products_requested' | 'error' | 'failure_reason'> & {
  error?: Pick<EmbeddedError, 'error_code'>;
  /** More precise than the code; the list is open. */
  failure_reason?: string;
};
/** The displayed data of an institution. */
export type LinkInstitution = Pick<
  Institution,
  | 'institution_id'
  | 'institution_name'
  | 'portal_name'
  | 'user_type'
  | 'color'
  | 'login_details'
  | 'login_methods'
>;
export type LoginMethod = InstitutionLoginMethod;
export type LoginField = InstitutionLoginField;
/** The form of an institution, and the text that the user agrees to. */
export type LinkOffer = Omit<HostedLinkConsent, 'institution'> & {
  readonly institution: LinkInstitution;
};
export type LoginRequest = StartHostedLoginRequest;
/** The result of the page. */
export type LinkResult = HostedLinkResult;
