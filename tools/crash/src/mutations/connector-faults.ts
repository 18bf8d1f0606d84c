import { REJECTED_NOTHING, type ConnectorFault } from './mutation.js';
import { OPERATOR_FAULTS } from './operator-faults.js';
import { STRIPE_FAULTS } from './stripe-faults.js';

const SANDBOX_CARDS = 'apps/payment-link/src/cards/card-gateways/sandbox/sandbox-card-gateway.ts';
const SANDBOX_CARDS_SPEC = 'apps/payment-link/test/card-gateway-connectors.int-spec.ts';
const CALL_BACK_SUITE = 'apps/payment-link/test/card-gateway-checks.fixture.ts';
const BANK = 'apps/mandate/src/banks/direct-debit/gw3-direct-debit.ts';
const BANK_SPEC = 'apps/mandate/test/direct-debit-connectors.int-spec.ts';
const BANK_SUITE = 'apps/mandate/test/describe-direct-debit-connector.fixture.ts';
const PROCESSOR = 'apps/dispute/src/processors/sandbox/sandbox-processor.ts';
const NOTIFICATIONS_SPEC = 'apps/dispute/test/notifications.int-spec.ts';
const CALLS_BACK = 'calls back, signed, for the reference and the app';

const BY_NAME: Readonly<Record<string, Omit<ConnectorFault, 'name'>>> = {
  ...STRIPE_FAULTS,
  ...OPERATOR_FAULTS,
  'starts-without-processors': {
    fault: 'the dispute service starts without the connector that open disputes name',
    module: 'apps/dispute/src/app.module.ts',
    edits: { 'WHERE connector IS NOT NULL': 'WHERE false' },
    proof: {
      file: 'apps/dispute/test/processor-accounts.int-spec.ts',
      title: 'is refused without the connector that open disputes name, with their number',
      says: REJECTED_NOTHING,
    },
  },
  'takes-notifications-anywhere': {
    fault: 'a processor with one account reads notifications at endpoints of others',
    module: PROCESSOR,
    edits: { 'assertDefaultEndpoint(endpointId);': '' },
    proof: {
      file: NOTIFICATIONS_SPEC,
      title: 'is that of the deployment, and no other',
      says: 'Expected: 401',
    },
  },
  'takes-call-backs-anywhere': {
    fault: 'a card gateway with one account reads call-backs at endpoints of others',
    module: SANDBOX_CARDS,
    edits: { 'assertDefaultEndpoint(endpointId);': '' },
    proof: {
      file: SANDBOX_CARDS_SPEC,
      suite: CALL_BACK_SUITE,
      title: CALLS_BACK,
      says: REJECTED_NOTHING,
    },
  },
  'forgets-former-secrets-of-processors': {
    fault: 'a notification that the former secret signed is refused during a rotation',
    module: PROCESSOR,
    edits: { 'isFreshMac(secrets, mac)': 'isFreshMac(secrets.slice(0, 1), mac)' },
    proof: {
      file: NOTIFICATIONS_SPEC,
      title: 'may be signed with the previous secret during a rotation',
      says: '+   401',
    },
  },
  'forgets-former-secrets-of-gateways': {
    fault: 'a call-back of a card gateway that the former secret signed is refused',
    module: SANDBOX_CARDS,
    edits: { 'this.options.secrets.some(': 'this.options.secrets.slice(0, 1).some(' },
    proof: {
      file: SANDBOX_CARDS_SPEC,
      suite: CALL_BACK_SUITE,
      title: CALLS_BACK,
      says: 'The signature of the call-back is not valid.',
    },
  },
  'forgets-former-secrets-of-banks': {
    fault: 'a call-back of a bank that the former secret signed is refused',
    module: BANK,
    edits: { 'this.options.secrets.some(': 'this.options.secrets.slice(0, 1).some(' },
    proof: {
      file: BANK_SPEC,
      suite: BANK_SUITE,
      title: CALLS_BACK,
      says: 'The signature of the call-back is not valid.',
    },
  },
};

export const CONNECTOR_FAULTS: readonly ConnectorFault[] = Object.entries(BY_NAME).map(
  ([name, fault]) => ({ name, ...fault }),
);
