import Bowser from 'bowser';
import type { FastifyRequest } from 'fastify';

import type { Shopper } from '../authorizations/domain/authorization.js';

const MOST_CHARACTERS = 40;
const LOCALE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*/;

/** The cardholder's browser, as its request describes it. Unknown members are absent. */
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

/** A real gateway locates the address; the simulation uses the region of the language. */
function regionOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(locale).region;
  } catch {
    return undefined;
  }
}
