import type { AutomaticDataRefresh, PageLanguage, UiMode } from '@towpath/contracts';
import type { CustomerAppId, Id, LinkSessionId, LoginIdentityId } from '@towpath/kernel';
import { defineTable, json, text, time, type RowOf } from '@towpath/persistence';
import type { InstitutionFilter } from '../../banks/institutions/institutions.reads.js';

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

/** A session of the hosted link page; its tokens carry the ID alone. Real time. */
export const hostedLinks = defineTable(
  'hosted_links',
  {
    customerAppId: text<CustomerAppId>(),
    /** The `jti` of its link token. */
    sessionId: text<HostedLinkId>(),
    mode: text<'LINK' | 'RELINK' | 'REFRESH'>().fixed(),
    request: json<LinkRequest>().fixed(),
    /** Given by the customer app, or created with the user's login. */
    loginIdentityId: text<LoginIdentityId>().orNull(),
    /** The login that began in it last; null before the first. */
    linkSessionId: text<LinkSessionId>().orNull(),
    openedAt: time().orNull(),
    leftAt: time().orNull(),
    createdAt: time().fixed(),
  },
  {
    key: ['customerAppId', 'sessionId'],
    indexes: {
      hosted_links_created_at: ['createdAt'],
      hosted_links_login: {
        columns: ['customerAppId', 'linkSessionId'],
        where: 'link_session_id IS NOT NULL',
      },
    },
  },
);

export type HostedLink = RowOf<typeof hostedLinks>;
