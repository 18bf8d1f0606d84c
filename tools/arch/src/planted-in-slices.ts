import type { PlantedViolation } from './planted-violation.js';

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
  ...[CONTROLLER, INTERNAL_CONTROLLER, CONSUMER].flatMap((filePath) => [
    {
      plant: `${filePath} imports a repository of persistence`,
      style: NO_REPOSITORY,
      rule: 'no-restricted-imports',
      filePath,
      code: "export { PgPaymentRepository } from './persistence/pg-payment.repository.js';",
    },
    {
      plant: `${filePath} imports the database library`,
      style: NO_REPOSITORY,
      rule: 'no-restricted-imports',
      filePath,
      code: "export { DataSource } from 'typeorm';",
    },
    {
      plant: `${filePath} imports a table`,
      style: NO_REPOSITORY,
      rule: 'no-restricted-imports',
      filePath,
      code: "export { payments } from './payment.table.js';",
    },
    {
      plant: `${filePath} imports a repository of ports.ts`,
      style: TYPES_OF_PORTS,
      rule: '@typescript-eslint/no-restricted-imports',
      filePath,
      code:
        "import { PaymentRepository } from './ports.js';\n" +
        'export class C { constructor(readonly payments: PaymentRepository) {} }',
    },
  ]),
  {
    plant: 'a consumer catches',
    style: 'no catch in a consumer',
    rule: 'no-restricted-syntax',
    filePath: CONSUMER,
    code: 'export function f(g: () => void, h: () => void) { try { g(); } catch { h(); } }',
  },
  {
    plant: 'an app draws a random number',
    style: 'no `Math.random` in an app',
    rule: 'no-restricted-syntax',
    filePath: APP,
    code: 'export const draw = () => Math.random();',
  },
  ...[
    'await new Promise((resolve) => setTimeout(resolve, 100));',
    "import { setTimeout as pause } from 'node:timers/promises';\nawait pause(100);",
  ].map((code, index) => ({
    plant: `a spec sleeps (${index + 1})`,
    style: 'No sleep in a spec',
    rule: 'no-restricted-syntax',
    filePath: SPEC,
    code,
  })),
  ...(
    [
      ['A controller', '`*.controller.ts`', '@Controller() export class C {}'],
      ['a module', '`*.module.ts`', '@Module({}) export class M {}'],
      ['an entity', '`*.entity.ts`', '@Entity() export class E {}'],
    ] as const
  ).map(([role, name, code]) => ({
    plant: `${role} in a file of another name`,
    style: `${role} lives in ${name}`,
    rule: 'towpath/file-roles',
    filePath: APP,
    code,
  })),
  ...(
    [
      ['a table', '`*.table.ts`', "defineTable('bills', {});"],
      ['a conversation', '`*.conversation.ts`', 'export class C extends Conversation {}'],
      ['a job', '`*.job.ts`', 'export class J extends DueRowsJob {}'],
    ] as const
  ).map(([role, name, code]) => ({
    plant: `${role} in a file of another name`,
    style: `${role} lives in ${name}`,
    rule: 'towpath/file-roles',
    filePath: APP,
    code,
  })),
  {
    plant: 'an inner area imports an outer one',
    style: 'Areas of an app import inwards only',
    rule: 'towpath/areas',
    filePath: CONTROLLER,
    code: "export { PaymentLinksReads } from '../../links/payment-links/payment-links.reads.js';",
  },
  {
    plant: 'one of two strangers imports the other',
    style: 'Areas of an app import inwards only',
    rule: 'towpath/areas',
    filePath: 'apps/payment-link/src/cards/charges/charges.service.ts',
    code: "export { MandateMethodsReads } from '../../debit/mandate-methods/mandate-methods.reads.js';",
  },
  {
    plant: 'mandates import how payers authorize them',
    style: 'Areas of an app import inwards only',
    rule: 'towpath/areas',
    filePath: 'apps/mandate/src/mandates/mandates/mandates.service.ts',
    code: "export { ChecklistView } from '../../authorizing/authorization/checklist.view.js';",
  },
  {
    plant: 'a recorded event imports how it is delivered',
    style: 'Areas of an app import inwards only',
    rule: 'towpath/areas',
    filePath: 'apps/webhook-dispatch/src/recording/events/webhook-events.service.ts',
    code: "export { Lanes } from '../../delivering/deliveries/lanes.js';",
  },
  {
    plant: 'disputes import who reports them',
    style: 'Areas of an app import inwards only',
    rule: 'towpath/areas',
    filePath: 'apps/dispute/src/disputes/disputes.reads.ts',
    code: "export { DisputeProcessor } from '../processors/ports.js';",
  },
  {
    plant: 'the books of the sandbox import the words of one gateway',
    style: 'Areas of an app import inwards only',
    rule: 'towpath/areas',
    filePath: 'apps/sandbox/src/cards/authorizations/authorizations.service.ts',
    code: "export { intentBody } from '../../gateways/gw4/gw4.protocol.js';",
  },
  {
    plant: 'a service loads the requests of another',
    style: 'A service imports no requests or responses of another',
    rule: 'towpath/own-contracts',
    filePath: 'apps/payment-link/src/cards/charges/charges.service.ts',
    code: "export { DisputeResponse } from '@towpath/contracts/dispute';",
  },
  {
    plant: 'a page loads the code of a request',
    style: 'pages import their types only',
    rule: 'towpath/own-contracts',
    filePath: 'apps/hosted-ui/src/pages/pay/api/hosted-api.ts',
    code: "export { CardToken } from '@towpath/contracts/payment-link';",
  },
  {
    plant: 'eight collaborators',
    style: 'at most 7 collaborators of a constructor',
    rule: 'towpath/parameters',
    filePath: APP,
    code: `export class C { constructor(${'abcdefgh'
      .split('')
      .map((name) => `readonly ${name}: Date`)
      .join(', ')}) {} }`,
  },
  {
    plant: 'a service past its size',
    style: 'a `*.service.ts` at most 400',
    rule: 'max-lines',
    filePath: SERVICE,
    code: '// line\n'.repeat(401),
  },
  {
    plant: 'a spec past its size',
    style: 'a spec at most 400',
    rule: 'max-lines',
    filePath: SPEC,
    code: '// line\n'.repeat(401),
  },
];
