import type * as contract from '@towpath/contracts';
import type * as page from '../src/api/hosted-view.js';

/** Compiled, never run: what the server promises is what the page expects, and the other way round. */
export interface Agreement {
  readonly view: Extends<contract.HostedView, page.HostedView>;
  readonly session: Extends<contract.HostedSessionResponse, page.SessionGrant>;
  readonly method: Extends<contract.AvailablePaymentMethod, page.AvailablePaymentMethod>;
  readonly selected: Extends<contract.SelectPaymentMethodResponse, page.SelectedPaymentMethod>;
}

type Extends<Given extends Wanted, Wanted> = Given;
