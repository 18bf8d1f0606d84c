// npm start: builds what has changed, then starts the system. Plain JavaScript, because nothing is
// built yet when it runs; one process from npm's shell on, so that a signal reaches the launcher.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 22;
const USAGE = `usage: npm start [-- --no-restart]
Builds what has changed, then runs the whole system until Ctrl-C. A part that ends is started again,
unless --no-restart is given. The variables are in .env.example.
`;
const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);

if (process.argv.slice(2).some((arg) => /^(--help|-h)$/.test(arg))) {
  process.stdout.write(USAGE);
  process.exit();
}

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(`Node ${process.versions.node} is too old: use npm start, which brings its own.`);
}
if (!existsSync('node_modules/nx')) fail('The packages are missing: run npm ci first.');
build();
await import('./dist/start.js');

function build() {
  process.stdout.write('building what has changed\n');
  const nx = createRequire(import.meta.url)
    .resolve('nx/package.json')
    .replace('package.json', '');
  const args = [`${nx}dist/bin/nx.js`, 'run-many', '-t', 'build', '--outputStyle=static'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`);
  fail('The build failed: see above.');
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
