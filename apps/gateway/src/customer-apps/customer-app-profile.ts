import { DEFAULT_SCOPE, isScope } from '@towpath/contracts';
import { DomainError } from '@towpath/kernel';
import type { CustomerAppProfile } from './customer-app.js';

const LONGEST_NAME = 100;
const LONGEST_SETTING = 500;
const COLOUR = /^#[0-9a-f]{6}$/i;
const COUNTRY = /^[A-Z]{3}$/;
const NUMBER = /^\d{1,6}$/;
/** Schemes that would run in the page that follows the redirect. */
const SCRIPT_SCHEMES = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:']);
const PKCE: ReadonlySet<string> = new Set(['REQUIRED', 'OPTIONAL']);
/** Branding and country of the hosted pages, limits, and what each value must be. */
const SETTINGS: Readonly<Record<string, { readonly be: string; ok(value: string): boolean }>> = {
  display_name: { be: 'text', ok: () => true },
  logo_url: { be: 'an https address', ok: isHttps },
  accent: { be: 'a colour such as #1a73e8', ok: (value) => COLOUR.test(value) },
  support_url: { be: 'an https address', ok: isHttps },
  terms_url: { be: 'an https address', ok: isHttps },
  country: { be: 'a country of 3 letters such as HKG', ok: (value) => COUNTRY.test(value) },
  wrong_logins_per_hour: { be: 'a number up to 999999', ok: (value) => NUMBER.test(value) },
};

/**
 * The stored form of a profile: every app has the default scope, and no scope twice. Throws
 * `INVALID_REQUEST` for an empty name, an unknown scope or setting, or an unusable URI.
 */
export function checkedProfile(profile: CustomerAppProfile): CustomerAppProfile {
  const { name, redirectUris, settings, pkce } = profile;
  if (name.trim() === '' || name.length > LONGEST_NAME) {
    throw invalid(`name must have 1 to ${LONGEST_NAME} characters.`);
  }
  const unusable = redirectUris.filter((uri) => !isRedirectUri(uri));
  if (unusable.length > 0) {
    throw invalid(`Not absolute URIs that a browser may go to: ${unusable.join(', ')}.`);
  }
  for (const [key, value] of Object.entries(settings)) assertSetting(key, value);
  if (!PKCE.has(pkce)) throw invalid('pkce must be REQUIRED or OPTIONAL.');
  return { ...profile, scopes: grantedScopes(profile.scopes) };
}

/** Settings are changed one by one; an empty value takes one away. */
export function mergedSettings(
  known: CustomerAppProfile['settings'],
  changes: CustomerAppProfile['settings'],
): CustomerAppProfile['settings'] {
  const merged = Object.entries({ ...known, ...changes }).filter(([, value]) => value !== '');
  return Object.fromEntries(merged);
}

function grantedScopes(scopes: readonly string[]): string[] {
  const unknown = scopes.filter((scope) => !isScope(scope));
  if (unknown.length > 0) throw invalid(`Unknown scopes: ${unknown.join(', ')}.`);
  return [...new Set([DEFAULT_SCOPE, ...scopes])];
}

function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hash } = new URL(uri);
  return !SCRIPT_SCHEMES.has(protocol) && hash === '';
}

function assertSetting(key: string, value: unknown): void {
  const setting = SETTINGS[key];
  if (!setting) {
    const known = Object.keys(SETTINGS).join(', ');
    throw invalid(`There is no setting "${key}"; the settings are ${known}.`);
  }
  const fits = typeof value === 'string' && value.length <= LONGEST_SETTING && setting.ok(value);
  if (!fits) throw invalid(`${key} must be ${setting.be}.`);
}

function isHttps(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:';
}

function invalid(explanation: string): DomainError {
  return new DomainError('INVALID_REQUEST', explanation);
}
