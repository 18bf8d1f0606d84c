/** Subpaths of the contracts that an app loads beside its own. */
const FOR_ALL = ['internal', 'consent', 'states', 'operator', 'operator-actions'];
const ALSO = { 'account-data': ['gateway'] };
/** The pages take the types of all answers that they read; types are gone before a page runs. */
const OF_TYPES = ['hosted-ui', 'console'];

const CONTRACTS = /^@towpath\/contracts\/(?<owner>[^/]+)$/;
const APP = /apps\/(?<app>[^/]+)\/src\//;

/** An app loads its own requests and responses: those of the others cost memory and tie it to them. */
export const ownContracts = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { foreign: '{{app}} loads its own requests and responses, not those of {{owner}}.' },
  },
  create(context) {
    const app = APP.exec(context.filename.replaceAll('\\', '/'))?.groups.app;
    const check = ({ source, importKind, exportKind }) => {
      if (OF_TYPES.includes(app) && (importKind ?? exportKind) === 'type') return;
      const owner = CONTRACTS.exec(source?.value ?? '')?.groups.owner;
      if (!app || !owner || [app, ...FOR_ALL, ...(ALSO[app] ?? [])].includes(owner)) return;
      context.report({ node: source, messageId: 'foreign', data: { app, owner } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
