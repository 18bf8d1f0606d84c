import type { RefreshLinkCustomizations } from '@towpath/contracts/account-data';
import { DomainError, isReturnAddress } from '@towpath/kernel';
import { isConsentOver } from '../../identities/login-identities/domain/consent.js';
import type { LoginIdentity } from '../../identities/login-identities/domain/login-identity.js';
import type { LinkRequest } from './hosted-link.js';

/** The settings of a page that refreshes a login identity. Throws INVALID_REQUEST. */
export function refreshRequestOf(
  asked: RefreshLinkCustomizations,
  appType: 'TEST' | 'LIVE',
): Omit<LinkRequest, 'institutionId'> {
  const redirectUri = asked.redirect_uri ?? null;
  const uiMode = asked.ui_mode ?? (redirectUri === null ? 'standalone' : 'redirect');
  if (redirectUri !== null && !isReturnAddress(redirectUri, appType)) {
    throw new DomainError(
      'INVALID_REQUEST',
      'link_customizations.redirect_uri must be an absolute https URI.',
    );
  }
  if (redirectUri === null && (uiMode === 'redirect' || uiMode === 'auto_redirect')) {
    throw new DomainError(
      'INVALID_REQUEST',
      'link_customizations.redirect_uri is required when ui_mode redirects.',
    );
  }
  return {
    userId: null,
    redirectUri,
    responseMode: 'query',
    state: asked.state ?? null,
    codeChallenge: null,
    codeChallengeMethod: null,
    language: asked.language ?? 'en',
    uiMode,
    offered: {},
    productsRequested: [],
    automaticRefresh: 'OFF',
    historyDateLimit: asked.history_date_limit ?? null,
  };
}

/** Throws REFRESH_NOT_ALLOWED where not even the user could refresh it now. */
export function assertRefreshableByUser(identity: LoginIdentity, now: Date): void {
  if (isConsentOver(identity.snapshot, now)) {
    throw notAllowed('The permission of the user has ended: link again.');
  }
  if (!identity.can('refresh')) throw notAllowed('A login or a retrieval is under way.');
}

function notAllowed(explanation: string): DomainError {
  return new DomainError('REFRESH_NOT_ALLOWED', explanation);
}
