import { validateSync, type ValidationError } from 'class-validator';
import { fromPlain, type ContractClass } from '../fields/index.js';

/** What is wrong with a request: path of the member → first message. Empty: nothing. */
export function complaintsOf(type: ContractClass, source: object): Record<string, string> {
  const json = JSON.parse(JSON.stringify(source)) as object;
  const request = fromPlain(type, json, { emptyIsAbsent: true });
  return collected(validateSync(request, { stopAtFirstError: true }), '');
}

function collected(errors: readonly ValidationError[], parent: string): Record<string, string> {
  return Object.assign(
    {},
    ...errors.map(({ property, constraints, children }) => {
      const [message] = Object.values(constraints ?? {});
      const path = `${parent}${property}`;
      return {
        ...(message === undefined ? {} : { [path]: message }),
        ...collected(children ?? [], `${path}.`),
      };
    }),
  ) as Record<string, string>;
}
