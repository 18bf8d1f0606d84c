import type { CardSnapshot } from './authorization.js';

/** Stands for the payer's wallet where a gateway expects a token: one button, and it succeeds. */
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
