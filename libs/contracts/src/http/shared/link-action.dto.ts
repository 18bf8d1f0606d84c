import { EnumField, ObjectListField, TextField } from '../../fields/index.js';

export class ActionMessage {
  @TextField({ description: 'Which message it is.' })
  name: string;

  @TextField({ description: 'Kind of message.' })
  type: string;

  @TextField({ description: 'The text.' })
  value: string;
}

export class ActionFieldOption {
  @TextField({ description: 'Shown.' })
  label: string;

  @TextField({ description: 'Submitted.' })
  value: string;
}

export class ActionField {
  @TextField({ description: 'Key of the answer.' })
  name: string;

  @EnumField(['SELECT', 'INPUT', 'PASSWORD'], { description: 'How to ask for it.' })
  type: 'SELECT' | 'INPUT' | 'PASSWORD';

  @TextField({ optional: true, description: 'Shown beside it.' })
  label?: string;

  @TextField({ optional: true, description: 'Shown in it.' })
  placeholder?: string;

  @ObjectListField(() => ActionFieldOption, { optional: true, description: 'Only for SELECT.' })
  options?: ActionFieldOption[];
}

export class ActionButton {
  @TextField({ description: 'Which button it is.' })
  name: string;

  @TextField({ description: 'Its caption.' })
  value: string;

  @EnumField(['SUBMIT'], { description: 'What it does.' })
  type: 'SUBMIT';
}
