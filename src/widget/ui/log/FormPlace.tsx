import { useChat } from '../chat-context.ts';
import { useFormParts } from '../form-parts.ts';

/** The place of the lead form in the conversation. */
export function FormPlace() {
  const { leadForm, state } = useChat();
  const form = useFormParts();
  if (state.form.value.status === 'hidden' || leadForm === null || form === null) return null;
  return (
    <div class="form-place">
      <form.ConversationForm form={leadForm} />
    </div>
  );
}
