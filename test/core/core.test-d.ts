import { createCore, type FormFieldInput } from '../../src/core/index.ts';

const chat = createCore({ flowId: 'f', wssUrl: 'wss://service.example' });

chat.on('message:received', ({ message }) => message.text.length);
chat.on('session:start', ({ anonymous }) => anonymous);

// @ts-expect-error -- there is no such event
chat.on('message:read', () => {});
// @ts-expect-error -- events carry no session id: with one, anyone can read the conversation
chat.on('session:start', ({ session }) => session);
// @ts-expect-error -- state is read-only
chat.state.unread.value = 0;
// @ts-expect-error -- the messages are read-only too
chat.state.messages.value.push();
// @ts-expect-error -- a chat has to know where to connect to
createCore({ flowId: 'f' });
// @ts-expect-error -- there are three values only
createCore({ flowId: 'f', wssUrl: 'wss://service.example', leadForm: 'maybe' });
// @ts-expect-error -- the form may be null, because not every chat asks for a lead
chat.leadForm.submit();

// Fields and consent may omit what has a default.
createCore({
  flowId: 'f',
  wssUrl: 'wss://service.example',
  fields: [{ name: 'phone' }, { name: 'topic', type: 'select', options: [{ value: 'a', label: 'A' }] }],
  consent: { text: 'I agree.', version: '1' },
});
const field: FormFieldInput = { name: 'city' };
createCore({ flowId: 'f', wssUrl: 'wss://service.example', fields: [field] });
// @ts-expect-error -- there is no such kind of field
createCore({ flowId: 'f', wssUrl: 'wss://service.example', fields: [{ name: 'age', type: 'range' }] });
