import { inheritedVariables, workspaceRoot } from '@towpath/local-system';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gatewayEnvironment } from './gateway-environment.fixture.js';

it('the command line by lines answers each line with one of JSON, also a mistake, until its input ends', async () => {
  const environment = await gatewayEnvironment();
  const program = join(workspaceRoot(), 'apps/gateway/dist/cli-lines.js');
  const child = spawn(process.execPath, [program], {
    cwd: workspaceRoot(),
    env: { ...inheritedVariables(), ...environment.variables },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const create = ['customer-app', 'create', '--name', 'Shop', '--no-accounts'];
  for (const words of [create, ['customer-app', 'remove'], ['customer-app', 'list']]) {
    child.stdin.write(`${JSON.stringify(words)}\n`);
  }
  child.stdin.end();
  const answers: unknown[] = [];
  for await (const line of createInterface({ input: child.stdout })) answers.push(JSON.parse(line));
  expect(answers).toEqual([
    expect.objectContaining({ client_secret: expect.any(String) }),
    { error: expect.stringContaining('no command "customer-app remove"') },
    [expect.objectContaining({ name: 'Shop' })],
  ]);
  expect(await ended).toEqual([0, null]);
  await environment.remove();
});
