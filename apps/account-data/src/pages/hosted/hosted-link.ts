import type { AutomaticDataRefresh, PageLanguage, UiMode } from '@towpath/contracts';
import type { CustomerAppId, Id, LinkSessionId, LoginIdentityId } from '@towpath/kernel';
import type { InstitutionFilter } from '../../banks/institutions/domain/institution-filter.js';

export type HostedLinkId = Id<'HostedLink'>;

/** The request of a customer app, with all defaults. */
export interface LinkRequest {
  /** The customer app's end-user; null when an existing link is updated. */
  readonly userId: string | null;
  /** Null only for a refresh that returns nowhere. */
  readonly redirectUri: string | null;
  readonly responseMode: 'form_post' | 'query';
  readonly state: string | null;
  readonly codeChallenge: string | null;
  readonly codeChallengeMethod: 'S256' | 'plain' | null;
  readonly language: PageLanguage;
  readonly uiMode: UiMode;
  /** The one that is chosen before the page opens. */
  readonly institutionId: string | null;
  readonly offered: InstitutionFilter;
  /** By the names of the interface; empty for all that the institution supports. */
  readonly productsRequested: readonly string[];
  /** Scopes for data that the app had at the request. Absent for a refresh, which asks for no consent. */
  readonly appScopes?: readonly string[];
  readonly automaticRefresh: AutomaticDataRefresh;
  /** `YYYY-MM-DD`. */
  readonly historyDateLimit: string | null;
}

/** One session of the hosted page. */
export interface HostedLink {
  readonly customerAppId: CustomerAppId;
  readonly sessionId: HostedLinkId;
  readonly mode: 'LINK' | 'RELINK' | 'REFRESH';
  readonly request: LinkRequest;
  readonly loginIdentityId: LoginIdentityId | null;
  /** Session of the last login that started in it; null before the first. */
  readonly linkSessionId: LinkSessionId | null;
  readonly leftAt: Date | null;
}
