import { EnumField, ObjectListField, TextField } from '../../fields/index.js';

export class ActionMessage {
  @TextField('Name of the message.') name: string;
  @TextField('Kind of message.') type: string;
  @TextField('Text of the message.') value: string;
}

export class ActionFieldOption {
  @TextField('Label of the option, to show to the user.') label: string;
  @TextField('Value to submit if the user chooses the option.') value: string;
}

export class ActionField {
  @TextField('Name of the field: the key of its value in the submitted answer.') name: string;
  @EnumField('Type of the input: a selection, a text or a password.', [
    'SELECT',
    'INPUT',
    'PASSWORD',
  ])
  type: 'SELECT' | 'INPUT' | 'PASSWORD';
  @TextField('Label of the field, to show to the user.', { optional: true }) label?: string;
  @TextField('Example text to show in the empty field.', { optional: true }) placeholder?: string;
  @ObjectListField(
    'Options to choose from. Present only for type SELECT.',
    () => ActionFieldOption,
    { optional: true },
  )
  options?: ActionFieldOption[];
}

export class ActionButton {
  @TextField('Name of the button.') name: string;
  @TextField('Caption of the button.') value: string;
  @EnumField('What the button does: SUBMIT sends the answer.', ['SUBMIT']) type: 'SUBMIT';
}
