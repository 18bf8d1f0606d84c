import type { Institution, InstitutionLoginMethod, InstitutionStatus } from '@towpath/contracts';
import { BRANDS } from './brands.js';
import {
  CREDENTIALS_LOGIN,
  OAUTH_LOGIN,
  PRODUCTS_OF_BANKS,
  UPDATED_AT,
} from './institution-parts.js';

/** Countries that each brand is in; the brand's place decides which. */
const PRESENCES = 4;
const STEP_TO_NEXT_BRAND = 5;
const STEP_TO_NEXT_COUNTRY = 7;
/** The first bank code that is given; codes are unique in a country. */
const FIRST_BANK_CODE = 100;

const COUNTRIES = [
  { code: 'HKG', currency: 'HKD' },
  { code: 'SGP', currency: 'SGD' },
  { code: 'PHL', currency: 'PHP' },
  { code: 'VNM', currency: 'VND' },
  { code: 'IDN', currency: 'IDR' },
  { code: 'MYS', currency: 'MYR' },
  { code: 'THA', currency: 'THB' },
  { code: 'TWN', currency: 'TWD' },
  { code: 'KOR', currency: 'KRW' },
  { code: 'JPN', currency: 'JPY' },
  { code: 'GBR', currency: 'GBP' },
  { code: 'AUS', currency: 'AUD' },
] as const;

/** Dark enough for white initials on them. */
export const COLOURS = [
  '#0b5394',
  '#1b5e20',
  '#4a148c',
  '#880e4f',
  '#8a3b00',
  '#004d40',
  '#37474f',
  '#5d4037',
  '#283593',
  '#7b1fa2',
  '#9c1c1c',
  '#00566b',
] as const;

interface Presence {
  readonly brand: string;
  /** Place of the brand in the list, and of the country among the brand's own. */
  readonly place: number;
  readonly turn: number;
}

/** Every sixth brand is a wallet, every third bank also has a portal for companies. */
export function realInstitutions(): Institution[] {
  return BRANDS.flatMap((brand, place) =>
    Array.from({ length: PRESENCES }, (_, turn) => turn).flatMap((turn) => {
      const presence = { brand, place, turn };
      if (place % 6 === 5) return [wallet(presence)];
      const individual = bank(presence);
      return place % 3 === 0 ? [individual, forCompanies(individual)] : [individual];
    }),
  );
}

function wallet(presence: Presence): Institution {
  return {
    ...base(presence, `${presence.brand} Pay`),
    institution_type: 'WALLET',
    products_supported: ['ACCOUNTS', 'TRANSACTIONS'],
    login_methods: [{ ...CREDENTIALS_LOGIN, status: statusOf(presence) }],
  };
}

function bank(presence: Presence): Institution {
  const { brand, place, turn } = presence;
  const status = statusOf(presence);
  // The youngest connections can read accounts, and nothing is paid from them.
  const pays = status !== 'ALPHA';
  return {
    ...base(presence, /Union|Trust|Savings$|Mutual/.test(brand) ? brand : `${brand} Bank`),
    parent_institution_name: `${brand} Group`,
    portal_name: 'Personal Internet Banking',
    institution_type: 'BANK',
    products_supported: PRODUCTS_OF_BANKS.slice(0, pays ? undefined : 3),
    login_methods: loginMethodsOf(place, status),
    ...(pays && {
      payment_info: {
        payments_supported:
          status === 'SUPPORTED' ? ['MANDATE', 'DEBIT_AUTHORIZATION'] : ['MANDATE'],
        currencies_supported: [countryOf({ place, turn }).currency],
        other_info: { bank_code: String(FIRST_BANK_CODE + place) },
      },
    }),
  };
}

function forCompanies(individual: Institution): Institution {
  const [country = ''] = individual.countries;
  const [stem = ''] = individual.institution_id.split(`-${country.toLowerCase()}`);
  return {
    ...individual,
    institution_id: `${stem}-business-${country.toLowerCase()}`,
    institution_name: `${individual.institution_name} Business`,
    portal_name: 'Business Internet Banking',
    user_type: ['BUSINESS'],
  };
}

function base(presence: Presence, name: string) {
  const { code } = countryOf(presence);
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return {
    institution_id: `${slug}-${code.toLowerCase()}`,
    institution_name: name,
    countries: [code],
    user_type: ['INDIVIDUAL'],
    status: statusOf(presence),
    tags: ['real'],
    login_details: { secret_required: true, refresh_supported: presence.place % 2 === 0 },
    color: COLOURS[presence.place % COLOURS.length] ?? COLOURS[0],
    updated_at: UPDATED_AT,
  } satisfies Partial<Institution>;
}

function countryOf({ place, turn }: Pick<Presence, 'place' | 'turn'>): (typeof COUNTRIES)[number] {
  const index = (place * STEP_TO_NEXT_BRAND + turn * STEP_TO_NEXT_COUNTRY) % COUNTRIES.length;
  return COUNTRIES[index] ?? COUNTRIES[0];
}

function statusOf({ place, turn }: Presence): InstitutionStatus {
  const share = (place + turn) % 5;
  if (share === 4) return 'ALPHA';
  return share === 3 ? 'BETA' : 'SUPPORTED';
}

function loginMethodsOf(place: number, status: InstitutionStatus): InstitutionLoginMethod[] {
  const form = { ...CREDENTIALS_LOGIN, status };
  const page = { ...OAUTH_LOGIN, status };
  if (place % 4 === 1) return [page];
  return place % 4 === 2 ? [form, { ...page, is_default_method: false }] : [form];
}
