export const USAGE = `Commands:
  customer-app create --name NAME [--live] [--scopes A,B] [--redirect-uri URI ...]
                      [--setting KEY=VALUE ...] [--no-accounts] [--currencies HKD,USD]
  customer-app list
  customer-app show --id ID
  customer-app update --id ID [--name NAME] [--scopes A,B] [--redirect-uri URI ...]
                      [--setting KEY=VALUE ...]
  customer-app rotate-secret --id ID [--overlap-minutes N]
  customer-app disable --id ID
  customer-app enable --id ID
  customer-app enable-live --id ID
  settlement-account create --customer-app ID --currencies HKD --payment-method-types CARD,...
                      [--reference REF] [--business-units A,B] [--legal-entity NAME]
                      [--card-gateway GW1] [--mandate-gateway GW3] [--opening-balance MINOR_UNITS]
  settlement-account update --account ID (and the options of create)
  signing-key rotate

Settings are the branding of the hosted pages: display_name, logo_url, accent, support_url,
terms_url. A new test app gets settlement accounts at the sandbox unless --no-accounts is given.
Every command is audited under --actor (default: your user name) and takes effect within 5 s.
`;
