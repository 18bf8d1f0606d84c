/** Card numbers of the sandbox, by what happens to them. */
export const TEST_CARDS = {
  authorized: '4242424242424242',
  mastercard: '5555555555554444',
  americanExpress: '378282246310005',
  jcb: '3530111333300000',
  unionPay: '6200000000000005',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expired: '4000000000000069',
  challenge: '4000002500003155',
  late: '4000000000003220',
  answerLost: '4000000000000119',
  outOfOrder: '4000000000000127',
  captureFails: '4000000000001976',
  laterChargesFail: '4000000000000341',
  disputed: '4000000000000259',
  disputedForGood: '4000000000002685',
} as const;
export type TestCard = keyof typeof TEST_CARDS;
