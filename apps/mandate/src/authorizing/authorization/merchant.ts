import type { HostedMerchant } from '@towpath/contracts';

/** The customer app, as the pages show it. */
export function merchantOf(app: {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
}): HostedMerchant {
  const text = (name: string): string | undefined => {
    const value = app.settings[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    display_name: text('display_name') ?? app.name,
    logo_url: text('logo_url'),
    accent: text('accent'),
    support_url: text('support_url'),
    terms_url: text('terms_url'),
  };
}
