import { Injectable } from '@nestjs/common';
import { assertMayGoOn, InternalClient, type Caller } from '@towpath/http';
import {
  Clock,
  DomainError,
  newId,
  parseId,
  type CustomerAppId,
  type MandateId,
} from '@towpath/kernel';
import { byKey, KeyedHash, Transactions, type AppTx, type WriteBatch } from '@towpath/persistence';
import { BrowserProofs, mintSessionToken, SignedTexts, type SessionToken } from '@towpath/service';
import { mandateNotFound } from '../../mandates/mandates/mandate.js';
import { LINK_URL_KEY } from '../../persistence/key-purposes.js';
import { sessions, type MandateSession, type MandateSessionId } from './session.table.js';

/** A payer with a session for one mandate: the token names both, the request neither. */
export interface SessionCaller {
  readonly customerAppId: CustomerAppId;
  readonly appType: 'TEST' | 'LIVE';
  readonly mandateId: MandateId;
  readonly sessionId: MandateSessionId;
}

export function sessionCallerOf({ customerAppId, appType, claims }: Caller): SessionCaller {
  const mandateId = parseId<MandateId>(claims.mandate_id);
  const sessionId = parseId<MandateSessionId>(claims.customization_id);
  if (!mandateId || !sessionId) throw mandateNotFound();
  return { customerAppId, appType, mandateId, sessionId };
}

/** Configuration of sessions. */
export class PublicAddresses {
  readonly apiUrl: string;
  readonly pagesUrl: string;
}

/** The purpose of a text: a text for one purpose is never valid for another. */
export type SignedPurpose = 'open' | 'browser' | `login ${string}` | `return ${string}`;

/** Sessions in which mandates are authorized, and the texts that open them. */
@Injectable()
export class SessionsService {
  readonly texts: SignedTexts<MandateSessionId, SignedPurpose>;
  /** The cookie of a session whose payer goes to a bank. */
  readonly browsers: BrowserProofs<MandateSessionId>;

  constructor(
    private readonly db: Transactions,
    private readonly client: InternalClient,
    private readonly clock: Clock,
    hash: KeyedHash,
    readonly addresses: PublicAddresses,
  ) {
    this.texts = new SignedTexts(hash, LINK_URL_KEY);
    this.browsers = new BrowserProofs(this.texts, addresses.pagesUrl);
  }

  add(
    tx: AppTx,
    batch: WriteBatch,
    added: Pick<MandateSession, 'mandateId' | 'usedBy' | 'customizations' | 'opensUntil'>,
  ): MandateSession {
    const session = {
      ...added,
      customerAppId: tx.customerApp.id,
      sessionId: newId<MandateSessionId>(tx.systemNow),
      openedAt: null,
      createdAt: tx.systemNow,
    };
    sessions.insert(batch, session);
    return session;
  }

  find(tx: AppTx, sessionId: MandateSessionId): Promise<MandateSession | null> {
    return sessions.find(tx, { sessionId });
  }

  /** Throws UNAUTHORIZED for a token whose session is no longer kept. */
  async of(
    tx: AppTx,
    { sessionId }: { readonly sessionId: MandateSessionId },
  ): Promise<MandateSession> {
    const session = await this.find(tx, sessionId);
    if (!session) throw new DomainError('UNAUTHORIZED', 'The session of this token has ended.');
    return session;
  }

  /**
   * Exchanges the token of a link's URL for the session of its page, once. The access token is made
   * first: a link whose exchange failed half-way can be opened again.
   */
  async open(token: string): Promise<SessionToken> {
    const subject = this.texts.subjectOf(token);
    if (!subject || !this.texts.proves(token, 'open')) throw mandateNotFound();
    const { customerAppId, sessionId } = subject;
    const find = (tx: AppTx) => this.find(tx, sessionId);
    const session = await this.db.forApp(customerAppId, find, { readOnly: true });
    if (!session) throw expired();
    const minted = await this.mint(session);
    await this.db.forApp(customerAppId, async (tx) => {
      await tx.begun;
      const opened = await tx.query(
        byKey(`UPDATE mandate_sessions SET opened_at = $3
         WHERE customer_app_id = $1 AND session_id = $2 AND opened_at IS NULL AND opens_until > $3
         RETURNING true AS opened`),
        [customerAppId, sessionId, tx.systemNow],
      );
      if (opened.length === 0) throw expired();
    });
    return minted;
  }

  /** By half an hour, for the mandate of the session only. @param sessionBeganAt Unix seconds */
  async extend(caller: SessionCaller, sessionBeganAt: number): Promise<SessionToken> {
    assertMayGoOn(sessionBeganAt, this.clock.system());
    const find = (tx: AppTx) => this.of(tx, caller);
    const session = await this.db.forApp(caller.customerAppId, find, { readOnly: true });
    return this.mint(session, sessionBeganAt);
  }

  /** @param sessionBeganAt Unix seconds; of a session that goes on */
  mint(
    { customerAppId, mandateId, sessionId }: MandateSession,
    sessionBeganAt?: number,
  ): Promise<SessionToken> {
    return mintSessionToken(this.client, {
      page: 'mandate_link',
      claims: {
        customer_app_id: customerAppId,
        mandate_id: mandateId,
        customization_id: sessionId,
        session_began_at: sessionBeganAt,
      },
    });
  }
}

function expired(): DomainError {
  return new DomainError('TOKEN_EXPIRED', 'The link was opened before, or has expired.');
}
