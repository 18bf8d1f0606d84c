import { breaches, type PlantedViolation } from './planted-violation.js';

const CONTROLLER = 'apps/payment-link/src/money/payments/payments.controller.ts';
const INTERNAL_CONTROLLER = 'apps/gateway/src/customer-apps/customer-apps.internal-controller.ts';
const CONSUMER = 'apps/mandate/src/charging/charges/charges.consumer.ts';
const APP = 'apps/payment-link/src/main.ts';
const SERVICE = 'apps/dispute/src/dispute.service.ts';
const SPEC = 'libs/kernel/src/ids.spec.ts';

const NO_REPOSITORY = 'Controllers and consumers import nothing of persistence';
const TYPES_OF_PORTS = 'of `ports.ts` they import types only';

/** Violations inside a slice of an app, and in its tests. */
export const PLANTED_IN_SLICES: readonly PlantedViolation[] = [
  ...[CONTROLLER, INTERNAL_CONTROLLER, CONSUMER].flatMap((file) => [
    ...breaches({ rule: 'no-restricted-imports', style: NO_REPOSITORY }, [
      [
        `${file} imports from the folder of persistence`,
        file,
        "export { P } from './persistence/pg-payment.repository.js';",
      ],
      [`${file} imports the database library`, file, "export { DataSource } from 'typeorm';"],
      [`${file} imports a table`, file, "export { payments } from './payment.table.js';"],
    ]),
    ...breaches({ rule: '@typescript-eslint/no-restricted-imports', style: TYPES_OF_PORTS }, [
      [
        `${file} imports a class of ports.ts`,
        file,
        "import { P } from './ports.js';\nexport class C { constructor(readonly payments: P) {} }",
      ],
    ]),
  ]),
  ...breaches({ rule: 'no-restricted-syntax', style: 'no catch in a consumer' }, [
    [
      'a consumer catches',
      CONSUMER,
      'export function f(g: () => void, h: () => void) { try { g(); } catch { h(); } }',
    ],
  ]),
  ...breaches({ rule: 'no-restricted-syntax', style: 'no `Math.random` in an app' }, [
    ['an app draws a random number', APP, 'export const draw = () => Math.random();'],
  ]),
  ...breaches({ rule: 'no-restricted-syntax', style: 'No sleep in a spec' }, [
    ['a spec sleeps', SPEC, 'await new Promise((resolve) => setTimeout(resolve, 100));'],
    [
      'a spec sleeps by a timer promise',
      SPEC,
      "import { setTimeout as pause } from 'node:timers/promises';\nawait pause(100);",
    ],
  ]),
  ...[
    ['A controller', '`*.controller.ts`', '@Controller() export class C {}'],
    ['a module', '`*.module.ts`', '@Module({}) export class M {}'],
    ['a table', '`*.table.ts`', "defineTable('bills', {});"],
    ['a conversation', '`*.conversation.ts`', 'export class C extends Conversation {}'],
    ['a job', '`*.job.ts`', 'export class J extends DueRowsJob {}'],
  ].flatMap(([role = '', name = '', code = '']) =>
    breaches({ rule: 'towpath/file-roles', style: `${role} lives in ${name}` }, [
      [`${role} in a file of another name`, APP, code],
    ]),
  ),
  ...breaches({ rule: 'towpath/areas', style: 'Areas of an app import inwards only' }, [
    [
      'an inner area imports an outer one',
      CONTROLLER,
      "export { PaymentLinksReads } from '../../links/payment-links/payment-links.reads.js';",
    ],
    [
      'one of two strangers imports the other',
      'apps/payment-link/src/cards/charges/charges.service.ts',
      "export { MandateMethodsReads } from '../../debit/mandate-methods/mandate-methods.reads.js';",
    ],
    [
      'mandates import how payers authorize them',
      'apps/mandate/src/mandates/mandates/mandates.service.ts',
      "export { ChecklistView } from '../../authorizing/authorization/checklist.view.js';",
    ],
    [
      'a recorded event imports how it is delivered',
      'apps/webhook-dispatch/src/recording/events/webhook-events.service.ts',
      "export { Lanes } from '../../delivering/rounds/lanes.js';",
    ],
    [
      'disputes import who reports them',
      'apps/dispute/src/disputes/disputes.reads.ts',
      "export { DisputeProcessor } from '../processors/ports.js';",
    ],
    [
      'the books of the sandbox import the words of one gateway',
      'apps/sandbox/src/cards/authorizations/authorizations.service.ts',
      "export { intentBody } from '../../gateways/gw4/gw4.protocol.js';",
    ],
  ]),
  ...breaches(
    {
      rule: 'towpath/own-contracts',
      style: 'A service imports no requests or responses of another',
    },
    [
      [
        'a service loads the requests of another',
        'apps/payment-link/src/cards/charges/charges.service.ts',
        "export { DisputeResponse } from '@towpath/contracts/dispute';",
      ],
    ],
  ),
  ...breaches({ rule: 'towpath/own-contracts', style: 'pages import their types only' }, [
    [
      'a page loads the code of a request',
      'apps/hosted-ui/src/pages/pay/api/hosted-api.ts',
      "export { CardToken } from '@towpath/contracts/payment-link';",
    ],
  ]),
  ...breaches({ rule: 'towpath/parameters', style: 'at most 7 collaborators of a constructor' }, [
    [
      'eight collaborators',
      APP,
      `export class C { constructor(${'abcdefgh'
        .split('')
        .map((name) => `readonly ${name}: Date`)
        .join(', ')}) {} }`,
    ],
  ]),
  ...breaches({ rule: 'max-lines', style: 'a `*.service.ts` at most 400' }, [
    ['a service past its size', SERVICE, '// line\n'.repeat(401)],
  ]),
  ...breaches({ rule: 'max-lines', style: 'a spec at most 400' }, [
    ['a spec past its size', SPEC, '// line\n'.repeat(401)],
  ]),
];
