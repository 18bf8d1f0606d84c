import { readdirSync, readFileSync } from 'node:fs';
import { schemaOutputs } from './schemas.output.js';

const FOLDER = 'docs/generated/db';

it('docs/generated/db is the result of the migrations; otherwise run npm run generate -- db', async () => {
  const outputs = await schemaOutputs();
  expect(readdirSync(FOLDER).toSorted()).toEqual(outputs.map(({ path }) => path).toSorted());
  for (const { path, text } of outputs) {
    expect({ path, text: readFileSync(`${FOLDER}/${path}`, 'utf8') }).toEqual({ path, text });
  }
}, 120_000);
