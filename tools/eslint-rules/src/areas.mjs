import { dirname, join, normalize } from 'node:path/posix';

/** Areas of an app, from the outermost to the innermost; those of one line are strangers. */
export const AREAS = {
  'payment-link': [
    ['operators'],
    ['processes'],
    ['links'],
    ['cards', 'debit'],
    ['money'],
    ['parties'],
  ],
  'account-data': [['operators'], ['pages'], ['linking'], ['data'], ['identities'], ['banks']],
  mandate: [['operators'], ['incoming'], ['authorizing', 'charging'], ['mandates'], ['banks']],
  'webhook-dispatch': [['operators'], ['delivering'], ['recording'], ['endpoints']],
  sandbox: [['control'], ['gateways', 'stripe'], ['cards', 'debits', 'banks'], ['base']],
};

/** Slices of an app without areas, in the same order: they share the rows of one aggregate. */
const SLICES = {
  dispute: [
    ['operators'],
    ['notifications', 'reconciliation', 'testing'],
    ['answers'],
    ['processors'],
    ['disputes'],
    ['evidence'],
  ],
};

const IN_AREA = /apps\/(?<app>[^/]+)\/src\/(?<area>[^/]+)\/(?<slice>[^/]+)\/(?<rest>.+)$/;
const IN_SLICE = /apps\/(?<app>[^/]+)\/src\/(?<area>[^/]+)\/(?<rest>.+)$/;

/** Areas import inwards only. */
export const areas = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      outwards:
        '{{from}} is an inner area of {{to}}, or a stranger to it: the import runs outwards.',
    },
  },
  create(context) {
    const filename = context.filename.replaceAll('\\', '/');
    const app = IN_SLICE.exec(filename)?.groups.app;
    const isFlat = app in SLICES;
    const order = isFlat ? SLICES[app] : AREAS[app];
    const placeOf = (path) => (isFlat ? IN_SLICE : IN_AREA).exec(path)?.groups;
    const from = placeOf(filename);
    if (!order || !from) return {};
    const check = ({ source }) => {
      if (!source?.value.startsWith('.')) return;
      const target = normalize(join(dirname(filename), source.value));
      const to = placeOf(target);
      if (!to || (to.area === from.area && to.slice === from.slice)) return;
      const data = { from: from.area, to: to.area };
      if (!mayImport(order, data)) context.report({ node: source, messageId: 'outwards', data });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

function mayImport(order, { from, to }) {
  const [inner, outer] = [to, from].map((area) => order.findIndex((line) => line.includes(area)));
  return from === to || inner < 0 || outer < 0 || inner > outer;
}
