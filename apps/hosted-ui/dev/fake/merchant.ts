/** Of every scenario; each language has a name of its own. */
export const MERCHANT = {
  display_name: 'Harbour Kiln Studio',
  accent: '#0b6b5d',
  support_url: 'https://merchant.example/help',
  terms_url: 'https://merchant.example/terms',
};
export const LONG_NAMED = {
  display_name: 'The Worshipful Company of Extraordinarily Long Merchant Names and Sons Limited',
  accent: '#ffd400',
  support_url: 'https://merchant.example/help',
};
export const RETURN_URL = 'http://127.0.0.1:8090/orders/1042';
