import type { CardSnapshot } from './authorization.js';

/** The payer's wallet in place of a token: one tap, and it succeeds. */
export const WALLET_TOKEN = 'wallet';

export const WALLET: CardSnapshot = {
  brand: 'Unknown',
  country: 'HK',
  funding: 'PREPAID',
  isCommercial: false,
  outcome: 'AUTHORIZED',
  last4: '0000',
  expiryMonth: 12,
  expiryYear: 2099,
  fingerprint: 'wallet',
  cardNumberAlias: 'wallet',
  wallet: {
    brand: 'Sandbox Wallet',
    brandProductName: 'Sandbox Wallet Balance',
    country: 'HK',
  },
};
