import type { CustomerAppProfile } from './customer-app.js';
import { checkedProfile, mergedSettings } from './customer-apps.service.js';

const PROFILE: CustomerAppProfile = {
  name: 'Shop',
  scopes: ['paymentlink:create'],
  redirectUris: ['https://shop.example.com/back', 'shop-app://paid'],
  settings: { display_name: 'The Shop', accent: '#1A73E8', logo_url: 'https://cdn.example/l.png' },
  pkce: 'REQUIRED',
};

describe('checkedProfile', () => {
  it('grants the default scope to every app, and no scope twice', () => {
    const { scopes } = checkedProfile({ ...PROFILE, scopes: ['account', 'account'] });
    expect(scopes).toEqual(['test', 'account']);
    expect(checkedProfile(PROFILE)).toEqual({ ...PROFILE, scopes: ['test', ...PROFILE.scopes] });
  });

  it.each<[string, Partial<CustomerAppProfile>, string]>([
    ['an empty name', { name: '  ' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['an unknown scope', { scopes: ['everything'] }, 'everything'],
    ['a relative redirect', { redirectUris: ['/back'] }, '/back'],
    ['a script as redirect', { redirectUris: ['javascript:alert(1)'] }, 'javascript:'],
    ['a redirect with a fragment', { redirectUris: ['https://a.example/#x'] }, '#x'],
    ['an unknown setting', { settings: { colour: 'red' } }, 'colour'],
    ['a colour by name', { settings: { accent: 'red' } }, 'accent'],
    ['a script as logo', { settings: { logo_url: 'javascript:alert(1)' } }, 'logo_url'],
    ['a plain http logo', { settings: { logo_url: 'http://cdn.example/l.png' } }, 'logo_url'],
    ['a country by its short code', { settings: { country: 'HK' } }, 'country'],
    ['an unknown word for PKCE', { pkce: 'MAYBE' as 'OPTIONAL' }, 'pkce'],
    ['a limit in words', { settings: { wrong_logins_per_hour: 'many' } }, 'wrong_logins_per_hour'],
    ['a long display name', { settings: { display_name: 'x'.repeat(501) } }, 'display_name'],
  ])('refuses %s and names the member', (_what, change, named) => {
    expect(() => checkedProfile({ ...PROFILE, ...change })).toThrow(named);
  });
});

describe('mergedSettings', () => {
  it('replaces given settings and removes empty ones', () => {
    expect(mergedSettings({ a: '1', b: '2', c: '3' }, { b: 'new', c: '' })).toEqual({
      a: '1',
      b: 'new',
    });
  });
});
