import { hasFreshLogin } from '@towpath/contracts/operator';
import { CommandRun } from './command-run.js';

it('the user of the operating system has proved who they are', () => {
  const { claim } = new CommandRun('customer-app rotate-secret');
  expect(claim.subject).toMatch(/^os:.+@.+$/);
  expect(hasFreshLogin(claim, Date.now())).toBe(true);
});
