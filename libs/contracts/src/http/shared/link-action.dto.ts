import { EnumField, ObjectListField, TextField } from '../../fields/index.js';

export class ActionMessage {
  @TextField({ description: 'Name of the message.' })
  name: string;

  @TextField({ description: 'Kind of message.' })
  type: string;

  @TextField({ description: 'Text of the message.' })
  value: string;
}

export class ActionFieldOption {
  @TextField({ description: 'Label of the option, to show to the user.' })
  label: string;

  @TextField({ description: 'Value to submit if the user chooses the option.' })
  value: string;
}

export class ActionField {
  @TextField({ description: 'Name of the field: the key of its value in the submitted answer.' })
  name: string;

  @EnumField(['SELECT', 'INPUT', 'PASSWORD'], {
    description: 'Type of the input: a selection, a text or a password.',
  })
  type: 'SELECT' | 'INPUT' | 'PASSWORD';

  @TextField({ optional: true, description: 'Label of the field, to show to the user.' })
  label?: string;

  @TextField({ optional: true, description: 'Example text to show in the empty field.' })
  placeholder?: string;

  @ObjectListField(() => ActionFieldOption, {
    optional: true,
    description: 'Options to choose from. Present only for type SELECT.',
  })
  options?: ActionFieldOption[];
}

export class ActionButton {
  @TextField({ description: 'Name of the button.' })
  name: string;

  @TextField({ description: 'Caption of the button.' })
  value: string;

  @EnumField(['SUBMIT'], { description: 'What the button does: SUBMIT sends the answer.' })
  type: 'SUBMIT';
}
