import { field } from '../../fields/index.js';

export class ActionMessage {
  @field.text('Name of the message.') name: string;
  @field.text('Kind of message.') type: string;
  @field.text('Text of the message.') value: string;
}

export class ActionFieldOption {
  @field.text('Label of the option, to show to the user.') label: string;
  @field.text('Value to submit if the user chooses the option.') value: string;
}

export class ActionField {
  @field.text('Name of the field: the key of its value in the submitted answer.') name: string;
  @field.enum('Type of the input: a selection, a text or a password.', [
    'SELECT',
    'INPUT',
    'PASSWORD',
  ])
  type: 'SELECT' | 'INPUT' | 'PASSWORD';
  @field.text('Label of the field, to show to the user.', { optional: true }) label?: string;
  @field.text('Example text to show in the empty field.', { optional: true }) placeholder?: string;
  @field.objectList(
    'Options to choose from. Present only for type SELECT.',
    () => ActionFieldOption,
    { optional: true },
  )
  options?: ActionFieldOption[];
}

export class ActionButton {
  @field.text('Name of the button.') name: string;
  @field.text('Caption of the button.') value: string;
  @field.enum('What the button does: SUBMIT sends the answer.', ['SUBMIT']) type: 'SUBMIT';
}
