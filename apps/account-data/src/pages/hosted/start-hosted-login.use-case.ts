import { Injectable } from '@nestjs/common';
import type { StartHostedLoginRequest } from '@towpath/contracts/account-data';
import { DomainError } from '@towpath/kernel';
import type { AppTx } from '@towpath/persistence';
import { OncePerPayload } from '../../flows/linking/once-per-payload.js';
import type { LoginIdentity } from '../../identities/login-identities/domain/login-identity.js';
import { ReadLoginIdentity } from '../../identities/login-identities/read-login-identity.js';
import { BeginLogin } from './begin-login.js';
import { begunLogin, permissionOf } from './begun-login.js';
import { HandedLogin } from './handed-login.js';
import type { HostedLink } from './hosted-link.js';
import { stepOf } from './hosted-step.js';
import { assertGoesOn, type HostedCaller } from './link-caller.js';
import { assertShown } from './link-consent-text.js';
import { LinkPlaces } from './link-places.js';
import { HostedLinkRepository } from './persistence/hosted-link.repository.js';

/** Records the user's consent and login; the bank is asked afterwards. */
@Injectable()
export class StartHostedLogin {
  constructor(
    private readonly oncePerPayload: OncePerPayload,
    private readonly links: HostedLinkRepository,
    private readonly read: ReadLoginIdentity,
    private readonly places: LinkPlaces,
    private readonly handed: HandedLogin,
    private readonly begin: BeginLogin,
  ) {}

  async execute(caller: HostedCaller, asked: StartHostedLoginRequest): Promise<void> {
    const { institution_id: institutionId } = asked;
    const merchant = await this.places.merchantOf(caller);
    const { customerAppId, sessionId } = caller;
    const request = ['startHostedLogin', sessionId, asked] as const;
    const order = { customerAppId, request, payload: asked.encrypted_credentials };
    await this.oncePerPayload.execute(order, async (tx, typed) => {
      const link = assertGoesOn(await this.links.lock(tx, sessionId));
      const before = await this.before(tx, link, institutionId);
      const chosen = { institutionId, identity: before?.snapshot ?? null, merchant };
      const { institution, products, text } = this.places.of(caller, link, chosen);
      if (text) assertShown(asked.consent, text);
      const login = await this.handed.of(tx, { link, institution, before, typed });
      const identity = begunLogin({
        tx,
        live: caller.appType === 'LIVE',
        link,
        institutionId,
        before,
        permission: permissionOf(link, asked, products),
      });
      const from = typed && caller;
      return this.begin.write(tx, { link, institution, identity, login, text, from });
    });
  }

  /** The one that is updated, or that failed at the same institution. Throws while one goes on. */
  private async before(
    tx: AppTx,
    link: HostedLink,
    institutionId: string,
  ): Promise<LoginIdentity | null> {
    if (link.loginIdentityId === null) return null;
    const identity = await this.read.lock(tx, link.loginIdentityId);
    const step = stepOf(link, identity.snapshot);
    if (step !== 'CHOOSING' && step !== 'FAILED') {
      throw new DomainError(
        'INVALID_LOGIN_IDENTITY_STATUS',
        'A login of this page is still in progress.',
      );
    }
    const isSame = link.mode !== 'LINK' || identity.snapshot.institutionId === institutionId;
    return isSame ? identity : null;
  }
}
