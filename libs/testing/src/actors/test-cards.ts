/** Card numbers of the sandbox, by what happens to them. */
export const TEST_CARDS = {
  authorized: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expired: '4000000000000069',
  challenge: '4000002500003155',
  late: '4000000000003220',
  answerLost: '4000000000000119',
  outOfOrder: '4000000000000127',
  captureFails: '4000000000001976',
} as const;
export type TestCard = keyof typeof TEST_CARDS;
