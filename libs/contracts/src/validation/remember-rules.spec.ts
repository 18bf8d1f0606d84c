import {
  getMetadataStorage,
  IsInt,
  IsString,
  MetadataStorage,
  validateSync,
} from 'class-validator';
import { rememberRules } from './remember-rules.js';

class Parent {
  @IsString() name = 'a';
}

class Child extends Parent {
  @IsInt() age = 1;
}

const complaintsOf = (object: object) => validateSync(object).map(({ property }) => property);

describe('remembered rules', () => {
  it('are collected once for a class and its parents', () => {
    const storage = new MetadataStorage();
    const rule = getMetadataStorage().getTargetValidationMetadatas(Child, '', false, false);
    rule.forEach((each) => storage.addValidationMetadata(each));
    rememberRules(storage);
    const first = storage.getTargetValidationMetadatas(Child, '', false, false);
    expect(first.map(({ propertyName }) => propertyName).toSorted()).toEqual(['age', 'name']);
    expect(storage.getTargetValidationMetadatas(Child, '', false, false)).toBe(first);
    expect(storage.groupByPropertyName(first)).toBe(storage.groupByPropertyName(first));
  });

  it('are collected once for a nested object too', () => {
    const storage = new MetadataStorage();
    const rule = getMetadataStorage().getTargetValidationMetadatas(Child, '', false, false);
    rule.forEach((each) => storage.addValidationMetadata(each));
    rememberRules(storage);
    const nested = () => storage.getTargetValidationMetadatas(Child, 'Around', false, false);
    expect(nested()).toHaveLength(2);
    expect(nested()).toBe(nested());
  });

  it('refuse the same input as rules that are not remembered', () => {
    const child = Object.assign(new Child(), { name: 1, age: 'old' });
    for (let time = 0; time < 2; time += 1) {
      expect(complaintsOf(child).toSorted()).toEqual(['age', 'name']);
      expect(complaintsOf(new Child())).toEqual([]);
    }
  });

  it('include a rule that is added after the first validation', () => {
    class Late {
      name: unknown = 1;
    }
    expect(validateSync(new Late(), { forbidUnknownValues: false })).toEqual([]);
    IsString()(Late.prototype, 'name');
    expect(complaintsOf(new Late())).toEqual(['name']);
  });
});
