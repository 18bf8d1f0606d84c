/** Numbers of cards that test modes know. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  expired: '4000000000000069',
  challenged: '4000002500003155',
  late: '4000000000003220',
  lost: '4000000000000119',
  scrambled: '4000000000000127',
  captureFails: '4000000000001976',
  /** It can be stored, and its later charges are declined. */
  declinedLater: '4000000000000341',
} as const;
