import Bowser from 'bowser';
import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { field } from '@towpath/contracts';
import { REFERENCE } from '../../base/parties/parties.js';
import { CardTokensService } from '../authorizations/card-tokens.service.js';
import { GatewayRefusal } from '../../base/parties/gateway-refusal.js';
import { gatewayOfPath } from '../../base/parties/parties.js';
import { Access } from '../../base/http/access.guard.js';
import { languageOf } from '../../base/pages/languages.js';
import { pageHeaders } from '../../base/pages/html.js';
import { pageOriginsOf, SandboxConfig } from '../../sandbox.config.js';
import { cardFieldsPage, refusedPage } from './card-fields.page.js';
import { isProvenNest } from './nest.js';
import { ReferenceField } from '../../base/http/fields.js';
import type { Shopper } from '../authorizations/test-cards.js';

const MOST_CHARACTERS = 40;
const LOCALE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*/;

class TokenRequestDto {
  @ReferenceField() session: string;
  @field.text({ max: 40 }) number: string;
  @field.integer() expiry_month: number;
  @field.integer() expiry_year: number;
  @field.text({ max: 10 }) cvc: string;
}

interface FrameQuery {
  readonly session?: unknown;
  readonly origin?: unknown;
  readonly lang?: unknown;
  /** Sites around the page that embeds the fields, and the merchant's proof that they may be. */
  readonly within?: unknown;
  readonly proof?: unknown;
}

/** The card fields, embedded in the merchant's page, and the door that they knock at. */
@Access('browser')
@Controller(':gateway')
export class CardFieldsController {
  constructor(
    private readonly tokens: CardTokensService,
    private readonly config: SandboxConfig,
  ) {}

  @Get('card-fields')
  show(
    @Param('gateway') gateway: string,
    @Query() query: FrameQuery,
    @Res() reply: FastifyReply,
  ): void {
    gatewayOfPath(gateway);
    const { session, origin, lang, within, proof } = query;
    // The page learns here whom it may talk to: only a listed origin gets fields at all.
    const isAllowed = typeof origin === 'string' && pageOriginsOf(this.config).has(origin);
    if (!isAllowed || !isSession(session)) {
      const policy = { frameAncestor: null, formTargets: [], runsScripts: false };
      void reply.status(400).headers(pageHeaders(policy)).send(refusedPage().text);
      return;
    }
    const language = languageOf(typeof lang === 'string' ? lang : undefined);
    const isNested =
      isText(within) &&
      isText(proof) &&
      isProvenNest({ session, origin, within, proof }, this.config.gatewaySecret);
    const frameAncestor = isNested ? `${origin} ${within}` : origin;
    const policy = { frameAncestor, formTargets: [], runsScripts: true };
    void reply
      .headers(pageHeaders(policy))
      .send(cardFieldsPage({ origin, session, language }).text);
  }

  @Post('tokens')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async tokenize(
    @Param('gateway') gateway: string,
    @Body() body: TokenRequestDto,
    @Req() request: FastifyRequest,
  ) {
    this.checkOrigin(request.headers.origin);
    const { token, card } = await this.tokens.issue({
      gateway: gatewayOfPath(gateway),
      session: body.session,
      number: body.number,
      expiryMonth: body.expiry_month,
      expiryYear: body.expiry_year,
      cvc: body.cvc,
      shopper: shopperOf(request),
    });
    return {
      token,
      brand: card.brand,
      last4: card.last4,
      expiry_month: card.expiryMonth,
      expiry_year: card.expiryYear,
      country: card.country,
      funding: card.funding,
    };
  }

  /** A browser names the page that asks: only our own may. Tests without a browser name none. */
  private checkOrigin(origin: string | undefined): void {
    if (origin === undefined || origin === new URL(this.config.publicUrl).origin) return;
    throw new GatewayRefusal('origin_not_allowed', 'Only the card fields may ask for a token.');
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isSession(session: unknown): session is string {
  return typeof session === 'string' && REFERENCE.test(session);
}

/** The cardholder's browser, as its request describes it. Unknown members are absent. */
function shopperOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Shopper {
  const { browser, platform } = Bowser.parse(headers['user-agent'] || 'unknown');
  const locale = LOCALE.exec(headers['accept-language'] ?? '')?.[0].slice(0, MOST_CHARACTERS);
  const country = locale === undefined ? undefined : regionOf(locale);
  return {
    address: ip,
    ...(browser.name ? { browser: browser.name } : {}),
    ...(platform.type ? { device: platform.type } : {}),
    ...(locale ? { locale } : {}),
    ...(country ? { country } : {}),
  };
}

/** A real gateway locates the address; the simulation uses the region of the language. */
function regionOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale).region;
  } catch {
    return undefined;
  }
}
