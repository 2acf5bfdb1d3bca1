import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

test('a visitor leaves a lead, is greeted by name, and the lead is tagged and enrolled', async ({ page, stack }) => {
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.leaveLead({
    phone: '(415) 555-2671',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
  });

  await expect(visitor.log).toContainText('Ada');
  const lead = await stack.leadOnFile('14155552671');
  expect(lead).toMatchObject({ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' });
  await expect.poll(async () => (await stack.leadOnFile('14155552671')).tags).toEqual(['website', 'first_visit']);
  await expect
    .poll(async () => (await stack.state()).enrolments.filter((enrolment) => enrolment.lead_id === lead.lead_id))
    .toEqual([expect.objectContaining({ workflow_id: stack.ids.journey })]);

  await visitor.say('Do you have anything on Thursday?');
  const session = await visitor.startedSession(stack.ids.flow);
  await expect
    .poll(async () => {
      const conversations = (await stack.state()).conversations.filter(
        (conversation) => conversation.session_id === session,
      );
      return conversations.flatMap((conversation) =>
        conversation.messages.filter((message) => message.from === 'visitor'),
      );
    })
    .toEqual([expect.objectContaining({ content: 'Do you have anything on Thursday?' })]);
});
