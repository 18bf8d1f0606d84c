import type { Institution, InstitutionLoginAction } from '@towpath/contracts';
import {
  CREDENTIALS_LOGIN,
  OAUTH_LOGIN,
  PRODUCTS_OF_BANKS,
  UPDATED_AT,
} from './institution-parts.js';

const SUBMIT = { name: 'submit', value: 'Continue', type: 'SUBMIT' } as const;

/** Actions that the simulated bank may require after a login. */
const LOGIN_ACTIONS: InstitutionLoginAction[] = [
  {
    type: 'ACTION',
    name: 'DEVICE_SELECTION',
    messages: [{ name: 'title', type: 'TEXT', value: 'Where should the code be sent?' }],
    fields: [{ name: 'device', type: 'SELECT', label: 'Device', options: [] }],
    buttons: [SUBMIT],
  },
  {
    type: 'ACTION',
    name: 'MOBILE_OTP',
    messages: [{ name: 'title', type: 'TEXT', value: 'Enter the code that was sent to you.' }],
    fields: [{ name: 'otp', type: 'INPUT', label: 'Code' }],
    buttons: [SUBMIT],
  },
];

const TEST_BANK: Institution = {
  institution_id: 'testbank',
  institution_name: 'Test Bank',
  countries: ['HKG', 'SGP', 'PHL'],
  institution_type: 'TEST',
  products_supported: PRODUCTS_OF_BANKS,
  user_type: ['INDIVIDUAL'],
  status: 'SUPPORTED',
  tags: ['test'],
  parent_institution_name: 'Test Bank Group',
  portal_name: 'Personal Internet Banking',
  login_details: {
    info_message: 'A simulated bank: user ID usergood, password datagood.',
    secret_required: true,
    refresh_supported: true,
  },
  login_methods: [CREDENTIALS_LOGIN],
  login_actions: LOGIN_ACTIONS,
  payment_info: {
    payments_supported: ['MANDATE', 'DEBIT_AUTHORIZATION'],
    currencies_supported: ['HKD', 'SGD', 'PHP', 'USD', 'JPY', 'KWD'],
    other_info: { bank_code: '999' },
  },
  color: '#0b5394',
  updated_at: UPDATED_AT,
};

/** The simulated banks; only test apps ever see them. */
export const TEST_INSTITUTIONS: readonly Institution[] = [
  TEST_BANK,
  {
    ...TEST_BANK,
    institution_id: 'testbank-business',
    institution_name: 'Test Bank Business',
    portal_name: 'Business Internet Banking',
    user_type: ['BUSINESS'],
    color: '#1b5e20',
  },
  {
    ...TEST_BANK,
    institution_id: 'testbank-oauth',
    institution_name: 'Test Bank OAuth',
    login_details: { secret_required: false, refresh_supported: true },
    login_methods: [OAUTH_LOGIN],
    login_actions: [],
    color: '#4a148c',
  },
  {
    ...TEST_BANK,
    institution_id: 'testbank-unavailable',
    institution_name: 'Test Bank Unavailable',
    status_details: { available: false, message: 'The bank is always down.' },
    color: '#37474f',
  },
];
