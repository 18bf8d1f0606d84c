import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';

import type { Shopper } from '../cards/domain/authorization.js';

const MOST_CHARACTERS = 40;
const LOCALE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*/;

/** What a request tells of the cardholder's browser. Whatever it does not tell is absent. */
export function shopperOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Shopper {
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

/** A real gateway looks at the address; nobody who simulates one has a map of addresses. */
function regionOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale).region;
  } catch {
    return undefined;
  }
}
