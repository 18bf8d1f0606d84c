import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isScope, type Scope } from '@towpath/contracts';
import type { AccessTokenResponse, LinkCodeExchange } from '@towpath/contracts/gateway';
import { InternalClient } from '@towpath/http';
import {
  Clock,
  DomainError,
  newId,
  plusMs,
  type ClientId,
  type CustomerAppId,
  type Id,
} from '@towpath/kernel';
import {
  byValues,
  Transactions,
  uniqueViolation,
  WriteBatch,
  type RowOf,
  type WorkerTx,
} from '@towpath/persistence';
import type { Pkce } from '../customer-apps/customer-app.js';
import { linkCodes, refreshFamilies, refreshTokens } from './login-identity-token.table.js';
import {
  invalidGrant,
  TokenPairs,
  type LoginIdentityGrant,
  type TokenPair,
} from './token-pairs.js';

const CODE_LIFETIME_MS = 10 * 60_000;
/** A family that is not refreshed for so long ends. */
const REFRESH_LIFETIME_MS = 90 * 86_400_000;
/** A caller who lost the answer may ask once more. */
const REPEAT_MS = 10_000;

const FIRST_PAIR = byValues(`SELECT ${refreshFamilies.select('firstPairSealed')}
  FROM refresh_families WHERE customer_app_id = $1 AND authentication_id = $2`);
const END_FAMILY = byValues(`UPDATE refresh_families SET ended_at = $3, first_pair_sealed = NULL
  WHERE customer_app_id = $1 AND family_id = $2`);
const TOKEN = `SELECT to_jsonb(t) AS row, f.ended_at AS "endedAt",
    f.login_identity_id AS "loginIdentityId"
  FROM refresh_tokens t
  JOIN refresh_families f ON f.customer_app_id = t.customer_app_id AND f.family_id = t.family_id
  WHERE t.customer_app_id = $1 AND t.token_hash = ANY ($2)`;

const CODE_OF_SESSION = byValues(`SELECT ${linkCodes.select('codeSealed')} FROM link_codes
  WHERE customer_app_id = $1 AND session_id = $2 AND used_at IS NULL AND expires_at > $3`);
const CODE = byValues(`SELECT to_jsonb(c) AS row, a.pkce FROM link_codes c
  JOIN customer_apps a ON a.customer_app_id = c.customer_app_id
  WHERE c.customer_app_id = $1 AND c.code_hash = ANY ($2)`);
const USE_CODE = byValues(`UPDATE link_codes SET used_at = $3, code_sealed = NULL
  WHERE customer_app_id = $1 AND code_hash = $2 AND used_at IS NULL AND expires_at > $3
  RETURNING 1 AS used`);

/** The login that a pair is requested for. */
export interface GrantedLogin extends LoginIdentityGrant {
  readonly authenticationId: string;
}

export interface CodeOrder extends LoginIdentityGrant {
  /** The page session that ends with the code. */
  readonly sessionId: string;
  readonly redirectUri: string;
  readonly codeChallenge: string | null;
  readonly codeChallengeMethod: string | null;
}

interface CodeRow extends RowOf<typeof linkCodes> {
  readonly pkce: Pkce;
}

interface Family {
  readonly endedAt: Date | null;
  readonly loginIdentityId: string;
}
type KnownToken = RowOf<typeof refreshTokens> & Family;

/** Tokens of login identities: the first pair, from a login or a code, and those that follow it. */
@Injectable()
export class LoginIdentityTokensService {
  constructor(
    private readonly db: Transactions,
    private readonly pairs: TokenPairs,
    private readonly client: InternalClient,
    private readonly clock: Clock,
  ) {}

  /** The first pair of a login: the same one until its first refresh; then null. */
  async grant(login: GrantedLogin): Promise<AccessTokenResponse | null> {
    const known = await this.firstPair(login);
    if (known !== undefined) return known;
    const pair = await this.pairs.make(login);
    const { authenticationId } = login;
    const firstPairSealed = this.pairs.seal(pair.body, contextOfLogin(login));
    const batch = new WriteBatch();
    this.addFamily(batch, login, { ...pair, authenticationId, firstPairSealed });
    try {
      await this.db.asWorker(async (tx) => tx.write(batch));
      return pair.body;
    } catch (error) {
      if (uniqueViolation(error) !== 'refresh_families_authentication') throw error;
      return (await this.firstPair(login)) ?? null;
    }
  }

  /**
   * The code of a page session, good once and for 10 minutes of real time. The same code for the
   * same session while it can be exchanged; then null.
   */
  async issueCode(order: CodeOrder): Promise<string | null> {
    const code = this.pairs.newSecret('code');
    const now = this.clock.system();
    const batch = new WriteBatch();
    linkCodes.insert(batch, {
      customerAppId: order.customerAppId,
      codeHash: this.pairs.hashOf(code),
      loginIdentityId: order.loginIdentityId,
      scopes: order.scopes,
      redirectUri: order.redirectUri,
      codeChallenge: order.codeChallenge,
      codeChallengeMethod: order.codeChallengeMethod,
      sessionId: order.sessionId,
      codeSealed: this.pairs.seal(code, contextOfCode(order)),
      usedAt: null,
      expiresAt: plusMs(now, CODE_LIFETIME_MS),
      createdAt: now,
    });
    try {
      await this.db.asWorker(async (tx) => tx.write(batch));
      return code;
    } catch (error) {
      if (uniqueViolation(error) !== 'link_codes_session') throw error;
      const params = [order.customerAppId, order.sessionId, now];
      const [row] = await this.db.asWorker((tx) =>
        tx.query<{ readonly codeSealed: Buffer }>(CODE_OF_SESSION, params),
      );
      return row ? this.pairs.open<string>(row.codeSealed, contextOfCode(order)) : null;
    }
  }

  /** Exchanges the code of a hosted link, once, by the app and for the URI that it was made for. */
  async exchangeCode(
    {
      customerAppId,
      clientId,
    }: { readonly customerAppId: CustomerAppId; readonly clientId: ClientId },
    given: LinkCodeExchange,
  ): Promise<AccessTokenResponse> {
    if (given.client_id !== clientId) throw invalidGrant();
    const params = [customerAppId, this.pairs.hashesOf(given.code)];
    const [found] = await this.db.asWorker((tx) =>
      tx.query<{ row: unknown; pkce: Pkce }>(CODE, params),
    );
    const code = found && { ...linkCodes.from(found.row), pkce: found.pkce };
    if (!code || !matches(code, given)) throw invalidGrant();
    const grant = await this.grantOf({ customerAppId, loginIdentityId: code.loginIdentityId });
    if (!grant) throw invalidGrant();
    const pair = await this.pairs.make(grant);
    const isTaken = await this.db.asWorker(async (tx) => {
      await tx.begun;
      const used = await tx.query(USE_CODE, [customerAppId, code.codeHash, tx.systemNow]);
      if (used.length === 0) return false;
      const batch = new WriteBatch();
      this.addFamily(batch, grant, { ...pair, authenticationId: null, firstPairSealed: null });
      tx.write(batch);
      return true;
    });
    if (!isTaken) throw invalidGrant();
    return pair.body;
  }

  /**
   * Exchanges a refresh token for a new pair, with the scopes of now. The same token within 10 s
   * returns the same pair. Later it may be stolen, so its use ends the family. So does the deletion
   * of the login identity.
   */
  async refresh(customerAppId: CustomerAppId, refreshToken: string): Promise<AccessTokenResponse> {
    const params = [customerAppId, this.pairs.hashesOf(refreshToken)];
    const known = await this.db.asWorker((tx) => tokenOf(tx, params));
    if (!known) throw invalidGrant();
    const grant = await this.grantOf({ customerAppId, loginIdentityId: known.loginIdentityId });
    if (!grant) {
      await this.db.asWorker((tx) => endFamily(tx, known));
      throw invalidGrant();
    }
    const pair = await this.pairs.make(grant);
    const body = await this.db.asWorker(async (tx) => {
      const locked = await tokenOf(tx, params, ' FOR UPDATE');
      return locked ? this.exchange(tx, locked, pair) : null;
    });
    if (!body) throw invalidGrant();
    return body;
  }

  /** Null for a token that gives nothing; what that ends is committed. */
  private async exchange(
    tx: WorkerTx,
    known: KnownToken,
    { body, refreshHash }: TokenPair,
  ): Promise<AccessTokenResponse | null> {
    const now = tx.systemNow;
    if (known.endedAt !== null || known.expiresAt <= now) return null;
    const { customerAppId, familyId, tokenHash } = known;
    const context = `refresh_tokens ${customerAppId} ${tokenHash}`;
    if (known.usedAt === null) {
      const expiresAt = plusMs(now, REFRESH_LIFETIME_MS);
      const used = { usedAt: now, successorSealed: this.pairs.seal(body, context) };
      const batch = new WriteBatch();
      refreshTokens.change(batch, { customerAppId, tokenHash }, used);
      const renewed = { expiresAt, firstPairSealed: null };
      refreshFamilies.change(batch, { customerAppId, familyId }, renewed);
      const token = { customerAppId, familyId, tokenHash: refreshHash, expiresAt };
      addToken(batch, { ...token, createdAt: now });
      tx.write(batch);
      return body;
    }
    const repeated = now.getTime() - known.usedAt.getTime() <= REPEAT_MS;
    if (repeated && known.successorSealed) return this.pairs.open(known.successorSealed, context);
    await endFamily(tx, known);
    return null;
  }

  private addFamily(
    batch: WriteBatch,
    { customerAppId, loginIdentityId, scopes }: LoginIdentityGrant,
    first: TokenPair & Pick<RowOf<typeof refreshFamilies>, 'authenticationId' | 'firstPairSealed'>,
  ): void {
    const createdAt = this.clock.system();
    const expiresAt = plusMs(createdAt, REFRESH_LIFETIME_MS);
    const familyId = newId<Id<'RefreshFamily'>>(createdAt);
    const { authenticationId, firstPairSealed, refreshHash } = first;
    const common = { customerAppId, familyId, expiresAt, createdAt };
    const login = { loginIdentityId, scopes, authenticationId, firstPairSealed };
    refreshFamilies.insert(batch, { ...common, ...login, endedAt: null });
    addToken(batch, { ...common, tokenHash: refreshHash });
  }

  /** Undefined for a login that got none yet; null after its first refresh. */
  private async firstPair(login: GrantedLogin): Promise<AccessTokenResponse | null | undefined> {
    const [row] = await this.db.asWorker((tx) =>
      tx.query<Pick<RowOf<typeof refreshFamilies>, 'firstPairSealed'>>(FIRST_PAIR, [
        login.customerAppId,
        login.authenticationId,
      ]),
    );
    const sealed = row?.firstPairSealed;
    return sealed ? this.pairs.open<AccessTokenResponse>(sealed, contextOfLogin(login)) : sealed;
  }

  /**
   * The scopes that the consent of a login identity covers now; null for a deleted one. Network call,
   * never in a transaction.
   */
  private async grantOf(
    login: Pick<LoginIdentityGrant, 'customerAppId' | 'loginIdentityId'>,
  ): Promise<LoginIdentityGrant | null> {
    try {
      const { scopes } = await this.client.call<{ readonly scopes: readonly string[] }>(
        'account-data',
        {
          method: 'GET',
          path: `/internal/login_identities/${login.loginIdentityId}/scopes`,
          query: { customer_app_id: login.customerAppId },
        },
      );
      return { ...login, scopes: scopes.filter((scope): scope is Scope => isScope(scope)) };
    } catch (error) {
      if (error instanceof DomainError && error.code === 'LOGIN_IDENTITY_NOT_FOUND') return null;
      throw error;
    }
  }
}

async function tokenOf(
  tx: WorkerTx,
  params: readonly unknown[],
  lock = '',
): Promise<KnownToken | undefined> {
  const [found] = await tx.query<Family & { row: unknown }>(byValues(TOKEN + lock), params);
  if (!found) return undefined;
  const { row, ...family } = found;
  return { ...refreshTokens.from(row), ...family };
}

async function endFamily(tx: WorkerTx, { customerAppId, familyId }: KnownToken): Promise<void> {
  await tx.begun;
  await tx.query(END_FAMILY, [customerAppId, familyId, tx.systemNow]);
}

function addToken(
  batch: WriteBatch,
  token: Omit<RowOf<typeof refreshTokens>, 'usedAt' | 'successorSealed'>,
): void {
  refreshTokens.insert(batch, { ...token, usedAt: null, successorSealed: null });
}

/** A verifier that is sent must fit. A code with a challenge needs it, unless an operator waives that. */
function matches(code: CodeRow, given: LinkCodeExchange): boolean {
  if (code.redirectUri !== given.redirect_uri) return false;
  const { codeChallenge: challenge, pkce } = code;
  const { code_verifier: verifier } = given;
  if (verifier === undefined) return challenge === null || pkce === 'OPTIONAL';
  if (challenge === null) return false;
  const isPlain = code.codeChallengeMethod === 'plain';
  const made = isPlain ? verifier : digest(verifier).toString('base64url');
  // By their hashes: in constant time, also for texts of different lengths.
  return timingSafeEqual(digest(challenge), digest(made));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function contextOfLogin({ customerAppId, authenticationId }: GrantedLogin): string {
  return `refresh_families ${customerAppId} ${authenticationId}`;
}

function contextOfCode({ customerAppId, sessionId }: CodeOrder): string {
  return `link_codes ${customerAppId} ${sessionId}`;
}
