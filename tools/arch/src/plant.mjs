// Lints planted violations and prints what was reported, as JSON: [{ plant, rules }].
// Runs as a process of its own, because ESLint loads its configuration by dynamic import.
import { readFileSync } from 'node:fs';
import { ESLint } from 'eslint';

const plants = JSON.parse(readFileSync(0, 'utf8'));
const eslint = new ESLint();
const outcome = [];
for (const { plant, filePath, code } of plants) {
  const [result] = await eslint.lintText(code, { filePath });
  outcome.push({ plant, rules: result.messages.map(({ ruleId }) => ruleId ?? 'parse-error') });
}
process.stdout.write(JSON.stringify(outcome));
