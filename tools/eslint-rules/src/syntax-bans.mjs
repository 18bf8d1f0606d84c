const WALL_CLOCK = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: "Use the app's clock (tx.now, Clock): time is per customer app.",
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "Use the app's clock (tx.now, Clock): time is per customer app.",
  },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: 'Use newId or node:crypto.',
  },
];
const TOPIC = {
  selector: String.raw`Literal[value=/^payments\.[a-z-]+\.events\./]`,
  message: 'A topic is named by its event definition in libs/contracts only.',
};
const SWAGGER = {
  selector: "ImportDeclaration[importKind!='type'][source.value='@nestjs/swagger']",
  message:
    'Services serve without Swagger: use documentLater, or import() where a document is made.',
};
const EMPTY_CATCH = {
  selector: 'CatchClause[body.body.length=0]',
  message: 'An error that is ignored needs a reason: handle it or let it pass.',
};
const CONSUMER_CATCH = {
  selector: 'CatchClause',
  message: 'A consumer never catches: the runner decides between retry and parking.',
};
const NO_SLEEP = 'Wait on a condition with a deadline, never on a sleep.';
const SLEEPS = [
  {
    selector: "CallExpression[callee.name='setTimeout'][arguments.1.value>=100]",
    message: NO_SLEEP,
  },
  {
    selector: String.raw`ImportDeclaration[source.value=/timers\u002Fpromises$/]`,
    message: NO_SLEEP,
  },
];

const rule = (...bans) => ({ 'no-restricted-syntax': ['error', EMPTY_CATCH, ...bans] });

/** Bans by place, the narrowest last: a later block replaces the earlier one's list. */
export const syntaxBans = [
  { files: ['**/*.ts'], ignores: ['libs/contracts/**'], rules: rule(TOPIC, SWAGGER) },
  { files: ['libs/contracts/**/*.ts'], rules: rule(SWAGGER) },
  { files: ['apps/*/src/**/*.ts'], rules: rule(TOPIC, SWAGGER, ...WALL_CLOCK) },
  {
    files: ['apps/*/src/**/*.consumer.ts'],
    rules: rule(TOPIC, SWAGGER, CONSUMER_CATCH, ...WALL_CLOCK),
  },
  { files: ['**/*spec.ts'], rules: rule(...SLEEPS) },
];
