import type { EmbeddedError, Institution } from '@towpath/contracts';
import type { HostedLinkConsent, HostedLinkView } from '@towpath/contracts/account-data';

export type {
  ActionField,
  ActionMessage,
  InstitutionLoginField as LoginField,
  InstitutionLoginMethod as LoginMethod,
} from '@towpath/contracts';
export type {
  EncryptedPayload,
  HostedLinkResult as LinkResult,
  LinkAction,
  ProductStatuses,
  StartHostedLoginRequest as LoginRequest,
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
  | 'countries'
  | 'portal_name'
  | 'user_type'
  | 'color'
  | 'login_details'
  | 'login_methods'
>;
/** The form of an institution, and the text that the user agrees to. */
export type LinkOffer = Omit<HostedLinkConsent, 'institution'> & {
  readonly institution: LinkInstitution;
};
