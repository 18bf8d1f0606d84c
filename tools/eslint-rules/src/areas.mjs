import { dirname, join, normalize } from 'node:path/posix';

/** Areas of an app, from the outermost to the innermost; those of one line are strangers. */
export const AREAS = {
  'payment-link': [['flows'], ['links'], ['cards', 'debit'], ['money'], ['parties']],
  'account-data': [['pages'], ['flows', 'reads'], ['retrieval'], ['identities'], ['banks']],
  mandate: [['flows'], ['authorizing', 'charging'], ['lifecycle'], ['banks']],
};

const PLACE = /apps\/(?<app>[^/]+)\/src\/(?<area>[^/]+)\/(?<slice>[^/]+)\/(?<rest>.+)$/;

/** Areas import inwards only; a slice is entered by what it offers, never by how it stores. */
export const areas = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      outwards:
        '{{from}} is an inner area of {{to}}, or a stranger to it: the import runs outwards.',
      persistence: 'The persistence of another slice is its own: call its use cases and queries.',
    },
  },
  create(context) {
    const from = PLACE.exec(context.filename.replaceAll('\\', '/'))?.groups;
    const order = from && AREAS[from.app];
    if (!order) return {};
    const check = ({ source }) => {
      if (!source?.value.startsWith('.')) return;
      const target = normalize(join(dirname(context.filename.replaceAll('\\', '/')), source.value));
      const to = PLACE.exec(target)?.groups;
      if (!to) return;
      const data = { from: from.area, to: to.area };
      if (!mayImport(order, data)) context.report({ node: source, messageId: 'outwards', data });
      const isOther = to.area !== from.area || to.slice !== from.slice;
      if (
        isOther &&
        to.rest.startsWith('persistence/') &&
        !isForeignKey(context.filename, target)
      ) {
        context.report({ node: source, messageId: 'persistence' });
      }
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

/** An entity names the entity that its foreign key leads to. */
function isForeignKey(filename, target) {
  return filename.endsWith('.entity.ts') && target.endsWith('.entity.js');
}
