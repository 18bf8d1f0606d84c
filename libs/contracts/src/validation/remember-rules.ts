import { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;
type Rules = ReturnType<Storage['getTargetValidationMetadatas']>;
type Grouped = ReturnType<Storage['groupByPropertyName']>;

/**
 * class-validator collects the rules of a class for every object that it validates, from every
 * class with rules. For a request of four nested objects this takes longer than the validation
 * itself. Decorators define the rules, so the rules of a loaded class never change.
 */
export function rememberRules(storage: Storage): void {
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const group = storage.groupByPropertyName.bind(storage);
  const add = storage.addValidationMetadata.bind(storage);
  let ofClass = new WeakMap<object, Map<string | undefined, Rules>>();
  const grouped = new WeakMap<Rules, Grouped>();

  storage.getTargetValidationMetadatas = (...asked) => {
    const [target, schema, always, strictGroups, groups] = asked;
    const isPlain = !always && !strictGroups && !groups?.length;
    if (!isPlain || typeof target !== 'function') return find(...asked);
    // For a nested object the schema is the name of the class around it.
    const known = ofClass.get(target) ?? new Map<string | undefined, Rules>();
    ofClass.set(target, known);
    const rules = known.get(schema) ?? find(...asked);
    known.set(schema, rules);
    return rules;
  };
  storage.groupByPropertyName = (rules) => {
    const known = grouped.get(rules) ?? group(rules);
    grouped.set(rules, known);
    return known;
  };
  // A subclass has the rules of its parents, so a new rule may concern any class.
  storage.addValidationMetadata = (rule) => {
    add(rule);
    ofClass = new WeakMap();
  };
}

rememberRules(getMetadataStorage());
