import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import { assertUnreachable, parseId } from '@towpath/kernel';
import type { FastifyReply } from 'fastify';

import { AuthorizationsService } from '../authorizations/authorizations.service.js';
import type { AuthorizationRecord } from '../authorizations/authorization.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { gatewayOfPath, pathOf } from '../../base/parties/parties.js';
import { Access } from '../../base/http/access.guard.js';
import { languageOf } from '../../base/pages/languages.js';
import { pageHeaders } from '../../base/pages/html.js';
import { challengePage, type ChallengeState } from './challenge.page.js';

interface ChallengePath {
  readonly gateway: string;
  readonly challengeId: string;
}

/** The page of the cardholder's bank. It is opened top-level and works without a script. */
@Access('browser')
@Controller(':gateway/challenge')
export class ChallengeController {
  constructor(private readonly authorizations: AuthorizationsService) {}

  @Get(':challengeId')
  async show(@Param() path: ChallengePath, @Res() reply: FastifyReply) {
    const record = await this.authorizations.challenged(challengeOf(path));
    const returnTo = returnAddress(record);
    const formTargets = returnTo ? ["'self'", new URL(returnTo).origin] : ["'self'"];
    const policy = { frameAncestor: null, formTargets, runsScripts: false };
    const page = challengePage({
      state: challengeState(record),
      purpose: record.purpose,
      merchant: record.merchantName ?? record.merchantAccount,
      amount: record.amount,
      currency: record.currency,
      card: record.card,
      returnTo,
      language: languageOf(record.language ?? undefined),
    });
    await reply.headers(pageHeaders(policy)).send(page.text);
  }

  /** 303, so that a reload of what follows repeats nothing. */
  @Post(':challengeId')
  async decide(
    @Param() path: ChallengePath,
    @Body() body: { readonly decision?: unknown } | undefined,
    @Res() reply: FastifyReply,
  ) {
    const decision = body?.decision;
    if (decision !== 'approve' && decision !== 'refuse') {
      throw new GatewayRefusal('invalid_request', 'decision is approve or refuse.', {
        field: 'decision',
      });
    }
    const challenge = challengeOf(path);
    const record = await this.authorizations.answerChallenge(challenge, decision === 'approve');
    const target =
      returnAddress(record) ?? `${pathOf(challenge.gateway)}/challenge/${challenge.challengeId}`;
    await reply
      .status(303)
      .headers({ location: target, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .send();
  }
}

function challengeOf(path: ChallengePath) {
  const challengeId = parseId(path.challengeId);
  if (challengeId) return { gateway: gatewayOfPath(path.gateway), challengeId };
  throw new GatewayRefusal('not_found', 'There is no such request.');
}

function returnAddress({ returnUrl, reference }: AuthorizationRecord): string | null {
  if (!returnUrl) return null;
  const url = new URL(returnUrl);
  url.searchParams.set('attempt', reference);
  return url.toString();
}

/** A challenge stays approved after the card was authorized, whatever follows. */
function challengeState(record: AuthorizationRecord): ChallengeState {
  if (record.authorizedAt) return 'APPROVED';
  switch (record.state) {
    case 'REQUIRES_ACTION':
      return 'OPEN';
    case 'DECLINED':
      return 'REFUSED';
    case 'VOIDED':
      return 'CANCELLED';
    case 'PENDING':
    case 'AUTHORIZED':
    case 'CAPTURED':
    case 'CAPTURE_FAILED':
    case 'REFUNDED':
      return 'APPROVED';
    default:
      return assertUnreachable(record.state);
  }
}
