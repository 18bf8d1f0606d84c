import { Body, Controller, Get, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { Access } from '../../base/http/access.guard.js';
import { type Html, pageHeaders } from '../../base/pages/html.js';
import { languageOf } from '../../base/pages/languages.js';
import { bankPage, wayBackPage, type BankPagePurpose, type BankPageView } from './bank-page.js';
import { BankLoginsService } from '../logins/bank-logins.service.js';

/** The addresses that browsers are sent back to, by purpose, whatever host they are on. */
const RETURN_PATHS: Readonly<Record<string, BankPagePurpose>> = {
  '/mandates/hosted/institution_return': 'mandate',
  '/link/hosted/institution_return': 'data',
};
const LONGEST = { institution: 100, state: 500, userId: 100, password: 200, otp: 20 } as const;

interface LoginQuery {
  readonly institution?: unknown;
  readonly state?: unknown;
  readonly return_url?: unknown;
  readonly lang?: unknown;
}

interface LoginForm {
  readonly decision?: unknown;
  readonly user_id?: unknown;
  readonly password?: unknown;
  readonly otp?: unknown;
}

/** The bank's own page, opened top-level: the payer signs in there, and approves or refuses. */
@Access('browser')
@Controller('bank/login')
export class BankPageController {
  constructor(private readonly logins: BankLoginsService) {}

  @Get()
  async show(@Query() query: LoginQuery, @Res() reply: FastifyReply) {
    askedOf(query);
    await this.page(reply, query, { userId: '', refusal: null });
  }

  /** The target of a decided page, which redirects the browser. */
  @Get('back')
  async back(@Query() query: LoginQuery, @Res() reply: FastifyReply) {
    const url = returnAddress(query.return_url).href;
    const language = languageIn(query);
    await send(reply, wayBackPage({ language, url }));
  }

  /** 303, so that a reload of what follows repeats nothing. */
  @Post()
  async decide(
    @Query() query: LoginQuery,
    @Body() form: LoginForm | undefined,
    @Res() reply: FastifyReply,
  ) {
    const { institutionId, state, returnUrl } = askedOf(query);
    returnUrl.searchParams.set('state', state);
    if (form?.decision === 'refuse') {
      returnUrl.searchParams.set('error', 'access_denied');
      return leave(reply, query, returnUrl);
    }
    if (form?.decision !== 'approve') throw invalid('decision');
    const userId = textIn(form.user_id, LONGEST.userId);
    const password = textIn(form.password, LONGEST.password);
    const otp = textIn(form.otp, LONGEST.otp).replaceAll(/\s/gu, '') || null;
    const attempt = { institutionId, userId, password, otp };
    const { outcome, code } =
      purposeOf(returnUrl) === 'data'
        ? await this.logins.logInOnDataPage(state, attempt)
        : await this.logins.logInOnPage(state, attempt);
    if (code === null) {
      const refusal = outcome === 'OTP_REQUIRED' ? outcome : 'REJECTED';
      return this.page(reply, query, { userId, refusal });
    }
    returnUrl.searchParams.set('code', code);
    return leave(reply, query, returnUrl);
  }

  private async page(
    reply: FastifyReply,
    query: LoginQuery,
    view: Pick<BankPageView, 'userId' | 'refusal'>,
  ) {
    const purpose = purposeOf(returnAddress(query.return_url)) ?? 'mandate';
    await send(reply, bankPage({ language: languageIn(query), purpose, ...view }));
  }
}

async function send(reply: FastifyReply, page: Html) {
  const policy = { frameAncestor: null, formTargets: ["'self'"], runsScripts: false };
  await reply.headers(pageHeaders(policy)).send(page.text);
}

async function leave(reply: FastifyReply, { lang }: LoginQuery, to: URL) {
  const query = new URLSearchParams({ return_url: to.href, lang: String(lang ?? '') });
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  await reply
    .status(303)
    .headers({ ...headers, location: `/bank/login/back?${query.toString()}` })
    .send();
}

function askedOf({ institution, state, return_url: url }: LoginQuery) {
  if (typeof state !== 'string' || state === '' || state.length > LONGEST.state) {
    throw invalid('state');
  }
  const institutionId = textIn(institution, LONGEST.institution);
  return { institutionId, state, returnUrl: returnAddress(url) };
}

/** Throws for every address but ours: a bank redirects only to addresses that it knows. */
function returnAddress(raw: unknown): URL {
  if (typeof raw !== 'string' || !URL.canParse(raw)) throw invalid('return_url');
  const url = new URL(raw);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || !purposeOf(url)) throw invalid('return_url');
  return url;
}

/** The purpose of the page, by its return path. */
function purposeOf({ pathname }: URL): BankPagePurpose | undefined {
  return RETURN_PATHS[pathname];
}

function languageIn({ lang }: LoginQuery) {
  return languageOf(typeof lang === 'string' ? lang : undefined);
}

function textIn(value: unknown, longest: number): string {
  return typeof value === 'string' ? value.trim().slice(0, longest) : '';
}

function invalid(field: string): GatewayRefusal {
  return new GatewayRefusal('invalid_request', `${field} is not right.`, { field });
}
