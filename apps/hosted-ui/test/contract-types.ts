import type * as contract from '@towpath/contracts/all';
import type * as page from '../src/pages/pay/api/hosted-view.js';
import type { Institution } from '../src/shared/banks/institution.js';
import type * as shared from '../src/shared/api/page-types.js';
import type * as link from '../src/pages/link/api/link-view.js';
import type * as mandate from '../src/pages/mandate/api/mandate-view.js';

/** Compiled, never run: what the server promises is what the page expects, and the other way round. */
export interface Agreement {
  readonly view: Extends<contract.HostedView, page.HostedView>;
  readonly session: Extends<contract.HostedSessionResponse, shared.SessionGrant>;
  readonly method: Extends<contract.AvailablePaymentMethod, page.AvailablePaymentMethod>;
  readonly selected: Extends<contract.SelectPaymentMethodResponse, page.SelectedPaymentMethod>;
  readonly mandate: Extends<contract.HostedMandateView, mandate.MandateView>;
  readonly institution: Extends<contract.HostedInstitution, Institution>;
  readonly link: Extends<contract.HostedLinkView, link.LinkView>;
  readonly linkInstitution: Extends<contract.Institution, link.LinkInstitution>;
  readonly offer: Extends<contract.HostedLinkConsent, link.LinkOffer>;
  readonly login: Extends<link.LoginRequest, contract.StartHostedLoginRequest>;
  readonly linkResult: Extends<contract.HostedLinkResult, link.LinkResult>;
  readonly checklist: Extends<mandate.SealedChecklist, contract.SubmitChecklistRequest>;
}

type Extends<Given extends Wanted, Wanted> = Given;
