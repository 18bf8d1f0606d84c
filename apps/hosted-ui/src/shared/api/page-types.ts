import type { HostedLinkSession } from '@towpath/contracts/account-data';
import type { HostedSessionResponse } from '@towpath/contracts';
import type { HostedView } from '@towpath/contracts/payment-link';

export type { HostedInstitution as Institution } from '@towpath/contracts/mandate';

export type { HostedMerchant as Merchant } from '@towpath/contracts';

/** `link`: the new name of the link in the address, if its token does not contain it. */
export type SessionGrant = HostedSessionResponse & Partial<Pick<HostedLinkSession, 'link'>>;

/** The return address of a page. */
export type WayBack = Pick<HostedView, 'ui_mode' | 'return_url' | 'merchant'>;
