/** Headings of the API reference, with descriptions. */
export const OPERATION_AREAS = {
  Authentication: 'Tokens for customer apps, and the keys that credentials are encrypted to.',
  Link: 'Connect the bank of an end-user, on the hosted page or with a user interface of your own.',
  'Hosted link page': 'What the hosted page itself calls, with the session of one link token.',
  'Login identity': 'A connection between an end-user and an institution: its state and its data.',
  Institutions: 'Banks and wallets that can be connected, and what each of them supports.',
  'Account data': 'Accounts, transactions, statements, identity and income of one connection.',
  'Payment users': 'The people and businesses who pay you.',
  'Payment accounts': 'Your settlement accounts, and the bank accounts of your payers.',
  'Payment methods': 'Cards and mandates that a payer has stored with you.',
  Mandates: 'Permissions to collect from a bank account, within limits that the payer agreed to.',
  'Hosted mandate page': 'What the hosted page itself calls, with the session of one mandate.',
  'Payment links': 'A page on which your payer pays once, or stores a method for later.',
  'Hosted payment page': 'What the hosted page itself calls, with the session of one link.',
  Payments: 'Money that you collect, however it was started.',
  Payouts: 'Money that leaves your settlement accounts.',
  Bills: 'Bills of an external system that your payers settle.',
  'Disputes and ledger': 'Payments that a card holder contests, and statements of your balance.',
  Webhooks: 'Endpoints of yours, the events that they receive, and how to verify and repeat them.',
  'Call-backs': 'Where card gateways and banks report what they did. Not for customer apps.',
  Testing: 'For test apps only: move the clock, decide for the bank, read the simulated books.',
} as const;

export type OperationArea = keyof typeof OPERATION_AREAS;
